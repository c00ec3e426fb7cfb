package io.fdlkeeper.fakes;

import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.CaseStore;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Cases in memory; sealed files are kept as they are. */
public final class InMemoryCases implements CaseStore {

    private final Map<String, WithdrawalCase> cases = new TreeMap<>();
    private final Map<String, Files> files = new HashMap<>();
    private final Map<String, byte[]> documents = new HashMap<>();
    private final Map<String, Integer> approvals = new HashMap<>();
    private final Map<String, EnrolledKey> keys = new TreeMap<>();

    InMemoryCases() {}

    InMemoryCases(InMemoryCases other) {
        cases.putAll(other.cases);
        other.files.forEach((id, kept) -> files.put(id, new Files(kept)));
        documents.putAll(other.documents);
        approvals.putAll(other.approvals);
        keys.putAll(other.keys);
    }

    @Override
    public synchronized List<WithdrawalCase> list() {
        return List.copyOf(cases.values());
    }

    @Override
    public synchronized Optional<WithdrawalCase> find(String id) {
        return Optional.ofNullable(cases.get(id));
    }

    @Override
    public synchronized void create(WithdrawalCase opened) {
        if (cases.putIfAbsent(opened.id(), opened) != null) {
            throw new IllegalStateException("there is a case " + opened.id() + " already");
        }
    }

    @Override
    public synchronized void save(WithdrawalCase changed, WithdrawalCase expected) {
        WithdrawalCase found = cases.get(changed.id());
        if (!expected.equals(found)) {
            throw new CaseChangedException(changed.id(), expected.state(), found.state());
        }
        cases.put(changed.id(), changed);
    }

    @Override
    public synchronized SealedFiles files(String id) {
        return files.computeIfAbsent(id, one -> new Files());
    }

    @Override
    public synchronized void putDocument(String id, String name, byte[] content) {
        documents.put(id + "/" + name, content.clone());
    }

    @Override
    public synchronized Optional<byte[]> document(String id, String name) {
        return Optional.ofNullable(documents.get(id + "/" + name)).map(byte[]::clone);
    }

    @Override
    public synchronized Optional<Integer> approvalsFor(String location) {
        return Optional.ofNullable(approvals.get(location));
    }

    @Override
    public synchronized void recordApprovals(String location, int count) {
        approvals.put(location, count);
    }

    @Override
    public synchronized List<EnrolledKey> enrolledKeys() {
        return List.copyOf(keys.values());
    }

    @Override
    public synchronized void enrol(EnrolledKey key) {
        keys.put(key.person(), key);
    }

    @Override
    public synchronized boolean remove(String person) {
        return keys.remove(person) != null;
    }

    private static final class Files implements SealedFiles {

        private final Map<String, Object> whole = new HashMap<>();
        private final Map<String, List<Object>> rows = new HashMap<>();

        Files() {}

        Files(Files other) {
            whole.putAll(other.whole);
            other.rows.forEach((name, all) -> rows.put(name, new ArrayList<>(all)));
        }

        @Override
        public synchronized void put(String name, Object value) {
            whole.put(name, value);
        }

        @Override
        public synchronized <T> Optional<T> get(String name, Class<T> type) {
            return Optional.ofNullable(whole.get(name)).map(type::cast);
        }

        @Override
        public synchronized void append(String name, Object row) {
            rows.computeIfAbsent(name, one -> new ArrayList<>()).add(row);
        }

        @Override
        public synchronized <T> List<T> rows(String name, Class<T> type) {
            return rows.getOrDefault(name, List.of()).stream().map(type::cast).toList();
        }

        @Override
        public synchronized void remove(String name) {
            whole.remove(name);
            rows.remove(name);
        }

        @Override
        public synchronized void destroyKey(List<String> kept) {
            whole.keySet().retainAll(kept);
            rows.clear();
        }
    }
}
