package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Tries whether keys come back as they were written, and in which order. */
final class KeyTrial {

    private static final List<String> ODD = List.of(
            "a space",
            "a+plus",
            "a%41percent",
            "a&amp;entity",
            "a<b>\"'",
            "\ud83d\ude00",
            "\uff5e",
            "e\u0301",
            "\u00e9");

    private static final List<String> MIXED = List.of(
            "\uff5e",
            "\ud83d\ude00",
            "a\uff5e",
            "a\ud83d\ude00",
            "\uff5ea",
            "\ud83d\ude00a",
            "b/\uff5e",
            "b/\ud83d\ude00");

    private final ProbeObjects objects;
    private final String prefix;

    KeyTrial(ProbeObjects objects, String prefix) {
        this.objects = objects;
        this.prefix = prefix;
    }

    void run(Set<Promise> kept, List<String> remarks) {
        var lost = lost("keys/", ODD);
        if (lost.isEmpty()) {
            kept.add(Promise.ODD_KEYS);
        } else {
            remarks.add("the store lists other keys than were written for names like " + lost
                    + "; objects with such names are refused where they do not survive, never guessed");
        }
        lost("order/", MIXED);
        if (isInByteOrder(objects.list(prefix + "order/"))) {
            kept.add(Promise.BYTE_ORDER);
        } else {
            remarks.add("the store does not list in the order of bytes, so every listing is sorted on disk");
        }
    }

    private List<String> lost(String folder, List<String> names) {
        var written = new ArrayList<String>();
        var lost = new ArrayList<String>();
        for (var name : names) {
            if (objects.put(new ObjectKey(prefix + folder + name), name).isPresent()) {
                written.add(name);
            } else {
                lost.add(name);
            }
        }
        var listed = objects.list(prefix + folder).stream()
                .map(object -> object.key().text().substring(prefix.length() + folder.length()))
                .toList();
        written.stream().filter(name -> !listed.contains(name)).forEach(lost::add);
        return lost;
    }

    private static boolean isInByteOrder(List<ListedObject> listed) {
        for (int i = 1; i < listed.size(); i++) {
            if (listed.get(i - 1).key().compareTo(listed.get(i).key()) >= 0) {
                return false;
            }
        }
        return true;
    }
}
