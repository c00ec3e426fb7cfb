package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.CaseStore;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Cases as one folder each: what may be read in {@code case.json}, documents beside it, and the sealed files. */
final class FileCaseStore implements CaseStore {

    private static final String CASE = "case.json";
    private static final String POLICY = "approvals";
    private static final String KEYS = "approvers";

    private final StateFolder folder;
    private final Clock clock;
    private final CaseKeys keys;
    private final Map<String, SealedFiles> files = new HashMap<>();

    FileCaseStore(StateFolder folder, Clock clock, Optional<byte[]> wrappingKey) {
        this.folder = folder;
        this.clock = clock;
        this.keys = new CaseKeys(folder.temporary(), new SecureRandom(), wrappingKey);
    }

    /** How many approvals the plans of one repository need. */
    private record Approvals(String location, int approvals) {}

    @Override
    public synchronized List<WithdrawalCase> list() {
        try (var folders = Files.list(folder.cases())) {
            return folders.filter(Files::isDirectory)
                    .map(one -> String.valueOf(one.getFileName()))
                    .sorted()
                    .flatMap(id -> find(id).stream())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw StateFiles.failed("read", folder.cases(), e);
        }
    }

    @Override
    public synchronized Optional<WithdrawalCase> find(String id) {
        if (!StateFolder.isFileName(id)) {
            return Optional.empty();
        }
        Path file = caseFolder(id).resolve(CASE);
        try {
            return Optional.of(JsonText.MAPPER.readValue(Files.readAllBytes(file), WithdrawalCase.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new StateUnreadableException("the case " + file + " is damaged: put it back from a backup", e);
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    @Override
    public synchronized void create(WithdrawalCase opened) {
        if (find(opened.id()).isPresent()) {
            throw new IllegalStateException("there is a case " + opened.id() + " already");
        }
        StateFiles.folder(caseFolder(opened.id()));
        write(opened);
    }

    @Override
    public synchronized void save(WithdrawalCase changed, WithdrawalCase expected) {
        WithdrawalCase found = find(changed.id()).orElseThrow();
        if (!found.equals(expected)) {
            throw new CaseChangedException(changed.id(), expected.state(), found.state());
        }
        write(changed);
    }

    private void write(WithdrawalCase subject) {
        try {
            byte[] text = JsonText.MAPPER.writeValueAsBytes(subject);
            StateFiles.replace(caseFolder(subject.id()).resolve(CASE), folder.temporary(), out -> out.write(text));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be spelled as JSON: case " + subject.id(), e);
        }
    }

    @Override
    public synchronized SealedFiles files(String id) {
        return files.computeIfAbsent(id, one -> new FileSealedFiles(caseFolder(one), folder.temporary(), keys));
    }

    @Override
    public synchronized void putDocument(String id, String name, byte[] content) {
        StateFiles.replace(
                caseFolder(id).resolve(StateFolder.fileNameOf(name)), folder.temporary(), out -> out.write(content));
    }

    @Override
    public synchronized Optional<byte[]> document(String id, String name) {
        Path file = caseFolder(id).resolve(StateFolder.fileNameOf(name));
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    /** Reads a document without the state being open: only what says where the case's repository lies. */
    static Optional<byte[]> peek(StateFolder folder, Optional<String> caseId, String name) {
        if (caseId.isPresent()) {
            return StateFolder.isFileName(caseId.get())
                    ? read(folder.cases().resolve(caseId.get()).resolve(name))
                    : Optional.empty();
        }
        try (var cases = Files.list(folder.cases())) {
            return cases.sorted(Comparator.reverseOrder())
                    .flatMap(one -> read(one.resolve(name)).stream())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> read(Path file) {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public synchronized Optional<Integer> approvalsFor(String location) {
        return read(POLICY, Approvals.class).stream()
                .filter(row -> row.location().equals(location))
                .map(Approvals::approvals)
                .findFirst();
    }

    @Override
    public synchronized void recordApprovals(String location, int approvals) {
        change(POLICY, Approvals.class, rows -> {
            rows.removeIf(row -> row.location().equals(location));
            return rows.add(new Approvals(location, approvals));
        });
    }

    @Override
    public synchronized List<EnrolledKey> enrolledKeys() {
        return read(KEYS, EnrolledKey.class);
    }

    @Override
    public synchronized void enrol(EnrolledKey key) {
        change(KEYS, EnrolledKey.class, rows -> {
            rows.removeIf(row -> row.person().equals(key.person()));
            return rows.add(key);
        });
    }

    @Override
    public synchronized boolean remove(String person) {
        return change(
                KEYS,
                EnrolledKey.class,
                rows -> rows.removeIf(row -> row.person().equals(person)));
    }

    private <T> boolean change(String kind, Class<T> type, Predicate<List<T>> change) {
        List<T> rows = new ArrayList<>(read(kind, type));
        if (!change.test(rows)) {
            return false;
        }
        StateFiles.folder(folder.cases());
        try (SealedWriter writer = new SealedWriter(rowsFile(kind), folder.temporary(), kind)) {
            rows.forEach(writer::row);
            writer.commit(clock.instant());
        }
        return true;
    }

    private <T> List<T> read(String kind, Class<T> type) {
        try {
            return SealedReader.readAll(rowsFile(kind), kind, type);
        } catch (DamagedFileException e) {
            throw e.of("the file of " + kind, rowsFile(kind), "put it back from a backup");
        }
    }

    private Path rowsFile(String kind) {
        return folder.cases().resolve(kind + ".jsonl");
    }

    private Path caseFolder(String id) {
        return folder.cases().resolve(StateFolder.fileNameOf(id));
    }
}
