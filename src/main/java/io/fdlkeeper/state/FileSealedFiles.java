package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fdlkeeper.withdrawal.SealedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The sealed files of one case in its folder. A file of rows has one sealed row a line, bound to its number. */
final class FileSealedFiles implements SealedFiles {

    private static final String KEY = "key";
    private static final String GUARD_KEY = "guard-key";
    private static final String SEALED = ".sealed";
    private static final String KEPT = ".kept";
    private static final String ROWS = ".rows";

    private final Path folder;
    private final Path temporary;
    private final CaseKeys keys;

    FileSealedFiles(Path folder, Path temporary, CaseKeys keys) {
        this.folder = folder;
        this.temporary = temporary;
        this.keys = keys;
    }

    @Override
    public synchronized void put(String name, Object value) {
        StateFiles.folder(folder);
        byte[] sealed = sealing().seal(spelled(value), name);
        StateFiles.replace(folder.resolve(name + SEALED), temporary, out -> out.write(sealed));
    }

    @Override
    public synchronized <T> Optional<T> get(String name, Class<T> type) {
        Optional<CaseSeal> seal = keys.read(folder.resolve(KEY));
        Path file = folder.resolve(name + SEALED);
        if (seal.isPresent() && Files.exists(file)) {
            return Optional.of(read(seal.get(), file, name, type));
        }
        Optional<CaseSeal> guard = keys.read(folder.resolve(GUARD_KEY));
        Path kept = folder.resolve(name + KEPT);
        return guard.isPresent() && Files.exists(kept)
                ? Optional.of(read(guard.get(), kept, name, type))
                : Optional.empty();
    }

    private <T> T read(CaseSeal seal, Path file, String name, Class<T> type) {
        try {
            return JsonText.MAPPER.readValue(seal.open(Files.readAllBytes(file), name), type);
        } catch (GeneralSecurityException | JsonProcessingException e) {
            throw damaged(file);
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    @Override
    public synchronized void append(String name, Object row) {
        StateFiles.folder(folder);
        Path file = folder.resolve(name + ROWS);
        CaseSeal seal = sealing();
        try (AppendedFile rows = AppendedFile.open(file)) {
            long number = count(file, rows);
            byte[] line = Base64.getEncoder().encode(seal.seal(spelled(row), name + " " + number));
            byte[] whole = java.util.Arrays.copyOf(line, line.length + 1);
            whole[line.length] = '\n';
            rows.append(whole);
            rows.force();
            known = new Counted(file, rows.size(), number + 1);
        } catch (IOException e) {
            throw StateFiles.failed("write", file, e);
        }
    }

    /** How many rows a file of this size has, so that an append need not read it. */
    private record Counted(Path file, long size, long rows) {}

    private Counted known = new Counted(Path.of(""), 0, 0);

    private long count(Path file, AppendedFile rows) throws IOException {
        if (known.file().equals(file) && known.size() == rows.size()) {
            return known.rows();
        }
        long[] lines = {0};
        rows.forEachLine((bytes, from, to, offset) -> lines[0]++);
        return lines[0];
    }

    @Override
    public synchronized <T> List<T> rows(String name, Class<T> type) {
        Path file = folder.resolve(name + ROWS);
        Optional<CaseSeal> seal = keys.read(folder.resolve(KEY));
        List<T> rows = new ArrayList<>();
        if (seal.isEmpty() || !Files.exists(file)) {
            return rows;
        }
        try (AppendedFile lines = AppendedFile.open(file)) {
            lines.forEachLine((bytes, from, to, offset) -> {
                String line = new String(bytes, from, to - from - 1, StandardCharsets.US_ASCII);
                rows.add(row(seal.get(), file, line, name + " " + rows.size(), type));
            });
            return rows;
        } catch (NoSuchFileException e) {
            return rows;
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    private static <T> T row(CaseSeal seal, Path file, String line, String place, Class<T> type) {
        try {
            return JsonText.MAPPER.readValue(seal.open(Base64.getDecoder().decode(line), place), type);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw damaged(file);
        }
    }

    @Override
    public synchronized void remove(String name) {
        StateFiles.delete(folder.resolve(name + SEALED));
        StateFiles.delete(folder.resolve(name + ROWS));
    }

    @Override
    public synchronized void destroyKey(List<String> kept) {
        Optional<CaseSeal> seal = keys.read(folder.resolve(KEY));
        if (seal.isPresent() && !kept.isEmpty()) {
            CaseSeal guard =
                    keys.read(folder.resolve(GUARD_KEY)).orElseGet(() -> keys.create(folder.resolve(GUARD_KEY)));
            kept.forEach(name -> keep(seal.get(), guard, name));
        }
        keys.destroy(folder.resolve(KEY));
        if (kept.isEmpty()) {
            keys.destroy(folder.resolve(GUARD_KEY));
        }
        removeAll(name -> name.endsWith(SEALED) || name.endsWith(ROWS) || (kept.isEmpty() && name.endsWith(KEPT)));
    }

    private void keep(CaseSeal seal, CaseSeal guard, String name) {
        Path file = folder.resolve(name + SEALED);
        try {
            byte[] open = seal.open(Files.readAllBytes(file), name);
            byte[] sealed = guard.seal(open, name);
            StateFiles.replace(folder.resolve(name + KEPT), temporary, out -> out.write(sealed));
        } catch (NoSuchFileException e) {
            // There is nothing of this name to keep.
        } catch (GeneralSecurityException e) {
            throw damaged(file);
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    private CaseSeal sealing() {
        Path file = folder.resolve(KEY);
        return keys.read(file).orElseGet(() -> {
            // What a crash left beside a key that was being destroyed opens with no key any more.
            removeAll(name -> name.endsWith(SEALED) || name.endsWith(ROWS));
            return keys.create(file);
        });
    }

    private void removeAll(Predicate<String> named) {
        try (var files = Files.list(folder)) {
            files.filter(file -> named.test(String.valueOf(file.getFileName()))).forEach(StateFiles::delete);
        } catch (NoSuchFileException e) {
            // Nothing was ever sealed.
        } catch (IOException e) {
            throw StateFiles.failed("read", folder, e);
        }
    }

    private static byte[] spelled(Object value) {
        try {
            return JsonText.MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "cannot be spelled as JSON: a " + value.getClass().getSimpleName(), e);
        }
    }

    private static StateUnreadableException damaged(Path file) {
        return new StateUnreadableException("the sealed file " + file
                + " is damaged or was changed: put it back from a backup, or run 'withdraw find'"
                + " and 'withdraw plan' of its case again");
    }
}
