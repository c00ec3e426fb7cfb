package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.CLOCK;
import static io.fdlkeeper.state.StateUnderTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.gc.SeenUpload;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.UnfinishedUpload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state in whose every corner a value stands, and what is left of it. */
class ForgettingTests {

    private static final String LAKE = "/srv/lake";
    private static final String VALUE = "jörg@example.org";
    private static final String KEY = "data/email=" + VALUE + "/1.parquet";
    private static final String OTHER_KEY = "data/towns/1.parquet";
    private static final ETag TAG = new ETag("\"e\"");
    private static final VersionId VERSION = new VersionId("01890000-0000-7000-8000-000000000001");
    private static final Predicate<String> SHOWS = text -> text.contains(VALUE);

    /** The part of it that is spelled alike wherever what is beyond ASCII is escaped. */
    private static final String PLAIN_PART = "rg@example.org";

    @TempDir
    private Path folder;

    private void fill(KeeperState state) throws IOException {
        plan(state, "a".repeat(64), KEY, OTHER_KEY);
        plan(state, "b".repeat(64), OTHER_KEY, KEY);
        plan(state, "c".repeat(64), OTHER_KEY, OTHER_KEY);
        run(state, "r1", KEY);
        run(state, "r2", OTHER_KEY);
        try (var update = state.ledger().begin(LAKE)) {
            update.row(new LedgerRow(new ObjectKey(KEY), TAG, NOW, NOW, true));
            update.row(new LedgerRow(new ObjectKey(OTHER_KEY), TAG, NOW, NOW, true));
            update.commit(NOW);
        }
        state.uploads().save(LAKE, NOW, List.of(upload(KEY), upload(OTHER_KEY)));
        state.deletions()
                .rewrite(
                        LAKE,
                        kept -> true,
                        rows -> {
                            rows.accept(new PastDeletion(new ObjectKey(KEY), TAG, 1, NOW, "r1"));
                            rows.accept(new PastDeletion(new ObjectKey(OTHER_KEY), TAG, 1, NOW, "r1"));
                        },
                        NOW);
        state.rootSets()
                .save(
                        LAKE,
                        new RootSet(
                                NOW,
                                Set.of(VERSION),
                                Map.of(
                                        new RefName("refs/tags/" + VALUE), VERSION,
                                        new RefName("refs/heads/main"), VERSION),
                                Set.of()));
        state.sightings().update(LAKE, Set.of(VERSION), NOW);
        state.documents(LAKE).keep(listed("versions/" + VERSION + "/version.json"), "{\"message\":\"" + VALUE + "\"}");
        Files.writeString(state.referencesFolder(LAKE).resolve("names"), KEY);
        state.audit().append(new AuditEvent(NOW, "tester", LAKE, "deleted", Map.of("key", state.keyHash(KEY))));
    }

    private static SeenUpload upload(String key) {
        return new SeenUpload(new UnfinishedUpload(new ObjectKey(key), "u1", NOW), NOW);
    }

    private static ListedObject listed(String key) {
        return new ListedObject(new ObjectKey(key), 10, NOW, TAG);
    }

    private static void plan(KeeperState state, String digest, String deleted, String spared) {
        try (var draft = state.plans().draft()) {
            draft.item(new PlanItem(
                    PlanAction.DELETE, deleted, List.of("nothing names it"), 1000, Optional.of(NOW), Optional.of(TAG)));
            draft.item(PlanStoreContract.EXPIRE);
            draft.spare(new Spared(spared, "young", ""));
            draft.freeze(PlanStoreContract.header(digest, NOW));
        }
    }

    private static void run(KeeperState state, String run, String key) {
        state.runs().begin(record(run, Optional.empty(), ""));
        try (var journal = state.journals().open(run)) {
            var step = new JournalEntry("delete", key, "e", 1, "", "");
            journal.intend(List.of(step, new JournalEntry("delete", OTHER_KEY + "x", "e", 1, "", "")));
            journal.record(List.of(step.with("failed", "the store says no to " + key)));
        }
        state.runs().end(record(run, Optional.of(RunOutcome.FAILED), "cannot delete " + key));
    }

    private static RunRecord record(String run, Optional<RunOutcome> outcome, String message) {
        return new RunRecord(
                run,
                LAKE,
                JobKind.GC,
                "tester",
                NOW,
                outcome.map(any -> NOW),
                outcome,
                Optional.empty(),
                Map.of("deleted", 1L),
                message,
                List.of(new RunRecord.Stage("execute", NOW, NOW)));
    }

    /** Files whose bytes or names show the value. */
    private List<String> showing() throws IOException {
        List<String> showing = new ArrayList<>();
        try (var all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if ((bytes + file).contains(PLAIN_PART)) {
                    showing.add(folder.relativize(file).toString());
                }
            }
        }
        return showing;
    }

    @Test
    void noFileOfTheStateShowsTheValueAfterwards() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            fill(state);
        }
        assertThat(showing().size()).as("files with the value before").isGreaterThanOrEqualTo(9);
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.forget(LAKE, SHOWS)).isEmpty();
            assertThat(showing()).isEmpty();
            // Doing it again changes nothing.
            assertThat(state.forget(LAKE, SHOWS)).isEmpty();
        }
        assertThat(showing()).isEmpty();
    }

    @Test
    void whatDoesNotShowItStaysAsItWas() throws IOException, LedgerUnreadableException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            fill(state);
            state.forget(LAKE, SHOWS);
        }
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.plans().find("a".repeat(64))).isEmpty();
            assertThat(state.plans().find("b".repeat(64))).isEmpty();
            assertThat(state.plans().find("c".repeat(64))).isPresent();
            assertThat(state.journals().results("r1")).isEmpty();
            assertThat(state.journals().unresolved("r1"))
                    .extracting(JournalEntry::key)
                    .containsExactly(OTHER_KEY + "x");
            assertThat(state.journals().results("r2")).hasSize(1);
            assertThat(state.runs().find("r1").orElseThrow().message()).isEmpty();
            assertThat(state.runs().find("r2").orElseThrow().message()).contains(OTHER_KEY);
            try (var ledger = state.ledger().read(LAKE)) {
                assertThat(ledger.observedAt()).contains(NOW);
                assertThat(ledger.rows())
                        .toIterable()
                        .extracting(row -> row.key().text())
                        .containsExactly(OTHER_KEY);
            }
            assertThat(state.uploads().last(LAKE).uploads())
                    .extracting(seen -> seen.upload().key().text())
                    .containsExactly(OTHER_KEY);
            List<String> deleted = new ArrayList<>();
            state.deletions()
                    .forEach(LAKE, deletion -> deleted.add(deletion.key().text()));
            assertThat(deleted).containsExactly(OTHER_KEY);
            RootSet roots = state.rootSets().last(LAKE).orElseThrow();
            assertThat(roots.refs()).containsOnlyKeys(new RefName("refs/heads/main"));
            assertThat(roots.versions()).containsExactly(VERSION);
            assertThat(state.documents(LAKE).find(listed("versions/" + VERSION + "/version.json")))
                    .isEmpty();
        }
    }

    @Test
    void cacheInUseIsForgottenAndGoesOn() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            ListedObject record = listed("versions/" + VERSION + "/version.json");
            state.documents(LAKE).keep(record, VALUE);
            state.forget(LAKE, SHOWS);
            assertThat(state.documents(LAKE).find(record)).isEmpty();
            state.documents(LAKE).keep(record, "clean");
            assertThat(state.documents(LAKE).find(record)).contains("clean");
        }
        assertThat(showing()).isEmpty();
    }

    @Test
    void whatPeoplePutThereIsToldAndNotTaken() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            state.holds().add(LAKE, new Hold("h1", HoldTarget.parse(KEY), "why", "ops", NOW, Optional.empty()));
            state.losses().record(LAKE, new Loss(OTHER_KEY, "asked for by " + VALUE, "ops", NOW));
            List<String> told = state.forget(LAKE, SHOWS);
            assertThat(told).hasSize(2).allMatch(sentence -> sentence.contains(LAKE) && !sentence.contains(VALUE));
            assertThat(told.get(0)).contains("holds");
            assertThat(told.get(1)).contains("losses");
            assertThat(state.holds().list(LAKE)).hasSize(1);
            assertThat(state.losses().list(LAKE)).hasSize(1);
        }
    }

    @Test
    void journalOfARunUnderWayIsLeftToItAndTold() {
        try (var state = KeeperState.open(folder, CLOCK)) {
            var step = new JournalEntry("delete", KEY, "e", 1, "", "");
            try (Journal journal = state.journals().open("r9")) {
                journal.intend(List.of(step));
                assertThat(state.forget(LAKE, SHOWS)).singleElement().asString().contains("r9");
                journal.record(List.of(step.with("deleted", "")));
            }
            assertThat(state.journals().results("r9")).hasSize(1);
            assertThat(state.forget(LAKE, SHOWS)).isEmpty();
            assertThat(state.journals().results("r9")).isEmpty();
        }
    }

    @Test
    void tornLineOfAJournalDoesNotBecomeAWholeOne() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            run(state, "r1", KEY);
            Files.writeString(folder.resolve("journals/r1.jsonl"), "{\"action\":\"del", StandardOpenOption.APPEND);
            state.forget(LAKE, SHOWS);
            assertThat(state.journals().unresolved("r1")).hasSize(1);
        }
    }

    @Test
    void damagedFileThatShowsItIsRemovedAndToldOneThatDoesNotStays() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            fill(state);
            Path ledger = only("ledger.jsonl");
            Path roots = only("unreachable.jsonl");
            Files.writeString(ledger, "more\n", StandardOpenOption.APPEND);
            Files.writeString(roots, "more\n", StandardOpenOption.APPEND);
            assertThat(state.forget(LAKE, SHOWS)).singleElement().asString().contains("ledger.jsonl");
            assertThat(ledger).doesNotExist();
            assertThat(roots).exists();
        }
        assertThat(showing()).isEmpty();
    }

    private Path only(String name) throws IOException {
        try (var all = Files.walk(folder.resolve("repositories"))) {
            return all.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }
}
