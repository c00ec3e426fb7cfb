package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.withdrawal.find.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a catalog's bytes show and its tables do not: blocks that were freed and not overwritten.
 *
 * <p>A group is found when the bytes show all its literals that are not there by chance, and no cell of the whole file shows one of them.
 * Where some row of a table beside the lakes shows all of them, the row is found instead. Values of columns that no selector means, and
 * names that tables and columns have, explain the bytes and are no finding: somebody else may have the same name.
 */
final class FreedBlocks {

    private final Engine engine;
    private final SoughtValues sought;
    private final PlacesFound places;

    FreedBlocks(Engine engine, SoughtValues sought, PlacesFound places) {
        this.engine = engine;
        this.sought = sought;
        this.places = places;
    }

    /** Looks at what no place shows that was looked at before. */
    void read(Path file) throws SQLException, IOException {
        List<LiteralGroup> open = sought.inTexts().stream()
                .filter(group -> !places.shows(group) && !raw(group).isEmpty())
                .toList();
        if (open.isEmpty()) {
            return;
        }
        Set<String> texts = new HashSet<>();
        open.forEach(group -> texts.addAll(raw(group)));
        Set<String> shown = RawBytes.shown(file, texts);
        WholeCatalog cells = null;
        for (LiteralGroup group : open) {
            List<String> wanted = raw(group);
            if (shown.containsAll(wanted)) {
                cells = cells == null ? new WholeCatalog(engine) : cells;
                judge(group, wanted, cells);
            }
        }
    }

    private void judge(LiteralGroup group, List<String> wanted, WholeCatalog cells) throws SQLException {
        if (wanted.size() == group.literals().size() && cells.showsBesideLakes(wanted)) {
            places.add(Place.VIEW, group);
            return;
        }
        for (String text : wanted) {
            if (!cells.shows(text)) {
                places.add(Place.FREED_BLOCKS, group);
                return;
            }
        }
    }

    private static List<String> raw(LiteralGroup group) {
        List<String> texts = new ArrayList<>();
        group.literals().forEach(literal -> literal.rawText().ifPresent(texts::add));
        return texts;
    }
}
