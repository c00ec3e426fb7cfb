package io.fdlkeeper.maintenance;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.Signing;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.PublicAddresses;
import io.fdlkeeper.withdrawal.removal.RowReads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A case over one repository in memory: two versions name a file with the value, and a third one, the head, is clean. */
final class WithdrawalKeeper {

    static final String VALUE = "x@example.org";
    static final String LEAK = "data/people/1.parquet";
    static final String OTHER_LEAK = "data/people/2.parquet";
    static final String SHARED = "data/towns/1.parquet";
    static final String CLEAN = "data/people/3.parquet";
    static final String TAG = "refs/tags/q3";

    final VersionedKeeper keeper;
    final FakeStore store;
    final VersionId first;
    final VersionId second;
    final VersionId head;
    WithdrawalRules rules = WithdrawalRules.DEFAULT;
    PublicAddresses addresses = address -> new PublicAddresses.Answer.Gone();
    final Set<String> rowsRead = ConcurrentHashMap.newKeySet();
    String caseId = "";
    boolean guarded;

    WithdrawalKeeper(Path scratch, Versioning versioning) {
        keeper = new VersionedKeeper(scratch);
        store = keeper.store;
        store.versioning(versioning);
        store.put(LEAK, "a row of " + VALUE);
        store.put(OTHER_LEAK, VALUE + " and " + VALUE);
        first = keeper.commit(1, List.of(), LEAK, SHARED);
        keeper.pass(Duration.ofDays(1));
        second = keeper.commit(2, List.of(first), LEAK, OTHER_LEAK, SHARED);
        store.put(FakeRepository.key(second, "files.json"), "{\"files\":[\"" + LEAK + "\"]}");
        keeper.pass(Duration.ofDays(1));
        head = keeper.commit(3, List.of(second), CLEAN, SHARED);
        keeper.pass(Duration.ofDays(30));
    }

    static Signing noSigning() {
        return new Signing() {
            @Override
            public String sign(String namespace, byte[] message) {
                return "signed";
            }

            @Override
            public String publicKey() {
                return "ssh-ed25519 AAAA keeper";
            }

            @Override
            public Optional<EnrolledKey> signer(
                    String namespace, byte[] message, String armoured, List<EnrolledKey> among) {
                return Optional.empty();
            }

            @Override
            public Optional<String> signedBy(String namespace, byte[] message, String armoured) {
                return Optional.empty();
            }

            @Override
            public String fingerprint(String publicKey) {
                return "SHA256:none";
            }
        };
    }

    CaseDesk desk() {
        return new CaseDesk(
                keeper.workplace(),
                (ports, address, selectors) -> new CatalogTextSearch(ports, VALUE),
                noSigning(),
                rules,
                location -> keeper.managed(),
                new CaseDesk.Looks(this::reading, addresses));
    }

    /** Rows are read where a file does not begin with an exclamation mark. */
    private RowReads.Reading reading(ObjectStore ports) {
        return new RowReads.Reading() {
            @Override
            public Optional<String> fault(ListedObject file) {
                rowsRead.add(file.key().text());
                return store.text(file.key().text()).orElse("!").startsWith("!")
                        ? Optional.of("it is damaged")
                        : Optional.empty();
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    CaseReport verify() {
        return new VerifyWithdrawal(desk()).verify(caseId, "officer", Progress.SILENT);
    }

    void tag(VersionId version) {
        keeper.repository.ref(TAG, version);
        store.put(
                "refs.json",
                "{\"HEAD\":\"refs/heads/main\",\"refs\":{\"" + TAG + "\":\"" + version + "\",\"refs/heads/main\":\""
                        + head + "\"}}");
    }

    WithdrawalCase subject() {
        return keeper.state.cases().find(caseId).orElseThrow();
    }

    CaseState state() {
        return subject().state();
    }

    CaseReport open(boolean deleteTags) {
        var opening = new CaseOpening(
                List.of("memory://fake/"), "personal-data", "officer", Optional.empty(), deleteTags, 0, guarded);
        CaseReport opened = new OpenWithdrawal(desk()).open(opening, Optional.of(0), store.now(), Optional.empty());
        caseId = opened.subject().id();
        return opened;
    }

    CaseReport find() {
        return new FindLeak(desk())
                .find(
                        caseId,
                        List.of(new Selector(Selector.Kind.VALUE, Optional.empty(), VALUE)),
                        "officer",
                        Progress.SILENT,
                        StopToken.NEVER);
    }

    CaseReport plan() {
        return new PlanWithdrawal(desk()).plan(caseId, Optional.empty(), "officer", Progress.SILENT);
    }

    WithdrawalKeeper planned(boolean deleteTags) {
        open(deleteTags);
        find();
        plan();
        return this;
    }

    CaseReport execute() {
        return execute(StopToken.NEVER);
    }

    CaseReport execute(StopToken stop) {
        return new ExecuteWithdrawal(desk()).execute(caseId, "officer", Progress.SILENT, stop);
    }

    void crashed(InMemoryState after) {
        keeper.state = after;
    }

    String markOf(VersionId version) {
        return store.text(FakeRepository.key(version, "expired.json")).orElse("");
    }

    boolean hasCatalog(VersionId version) {
        return store.exists(FakeRepository.key(version, "ducklake.duckdb"));
    }

    /** What is in the store: every key with its content, marks by their reason alone, and how many versions of each are kept. */
    TreeMap<String, String> everything() {
        TreeMap<String, String> all = new TreeMap<>();
        store.keys()
                .forEach(key -> all.put(
                        key,
                        key.endsWith("/expired.json")
                                ? (store.text(key).orElseThrow().contains("withdrawn") ? "withdrawn" : "retention")
                                : store.text(key).orElseThrow()));
        List.of(
                        LEAK,
                        OTHER_LEAK,
                        FakeRepository.key(first, "ducklake.duckdb"),
                        FakeRepository.key(second, "files.json"))
                .forEach(key -> all.put(
                        key + " versions", Integer.toString(store.versions(key).size())));
        return all;
    }

    /** Holds something for a court, under the id {@code h1}. */
    void hold(HoldTarget target) {
        keeper.state
                .holds()
                .add("memory://fake/", new Hold("h1", target, "a court", "lawyer", store.now(), Optional.empty()));
    }
}
