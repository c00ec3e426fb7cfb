package io.fdlkeeper.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks for a text in the bytes of small files, whatever they are. */
final class ByteSearch {

    private ByteSearch() {}

    /** What was looked at, and which of it holds the text, relative to the folder. */
    record Seen(long files, List<String> holding) {}

    /** Looks at every file under a folder, and at the names of all of them. */
    static Seen under(Path root, String text) {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
            List<String> holding = files.stream()
                    .filter(file -> file.toString().contains(text) || holds(file, wanted))
                    .map(file -> root.relativize(file).toString())
                    .toList();
            return new Seen(files.size(), holding);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean holds(Path file, byte[] wanted) {
        try {
            byte[] content = Files.readAllBytes(file);
            for (int at = 0; at + wanted.length <= content.length; at++) {
                int same = 0;
                while (same < wanted.length && content[at + same] == wanted[same]) {
                    same++;
                }
                if (same == wanted.length) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
