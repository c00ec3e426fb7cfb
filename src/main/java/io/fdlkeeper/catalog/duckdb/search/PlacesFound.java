package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.withdrawal.find.Place;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where one catalog shows what is looked for. */
final class PlacesFound {

    private final Set<Place> places = EnumSet.noneOf(Place.class);
    private final Set<LiteralGroup> shown = new HashSet<>();

    void add(Place place) {
        places.add(place);
    }

    void add(Place place, LiteralGroup group) {
        places.add(place);
        shown.add(group);
    }

    /** Adds the place if the texts, which stand in one row, show any of the groups. */
    void inTexts(Place place, List<LiteralGroup> groups, List<String> texts) {
        if (groups.isEmpty() || texts.isEmpty()) {
            return;
        }
        Set<String> forms = new HashSet<>();
        texts.forEach(text -> forms.addAll(SpelledText.forms(text)));
        groups.stream().filter(group -> group.isInForms(forms)).forEach(group -> add(place, group));
    }

    /** Tells whether some place shows all of a group. */
    boolean shows(LiteralGroup group) {
        return shown.contains(group);
    }

    Set<Place> places() {
        return Set.copyOf(places);
    }
}
