package io.fdlkeeper.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.ETag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlanBuilderTests {

    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00Z");
    private static final Map<String, String> SETTINGS = Map.of("grace", "P7D", "max-share", "0.5");

    private final InMemoryState state = new InMemoryState();

    @Test
    void aPlanHasWhatWasPutIntoItInThatOrder() {
        Spared spared = new Spared("data/c", "young", "stored today");
        Plan plan = plan(builder -> {
            builder.item(item("data/b", "e1", 5, "orphan"));
            builder.spare(spared);
            builder.item(item("data/a", "e2", 6, "orphan"));
            builder.leaveForLater();
            builder.leaveForLater();
            builder.total("live", new Totals(3, 30));
            assertThat(builder.items()).isEqualTo(new Totals(2, 11));
        });
        List<String> items = new ArrayList<>();
        plan.forEachItem(item -> items.add(item.subject()));
        List<Spared> left = new ArrayList<>();
        plan.forEachSpared(left::add);
        assertThat(items).containsExactly("data/b", "data/a");
        assertThat(left).containsExactly(spared);
        PlanHeader header = plan.header();
        assertThat(header.items()).isEqualTo(new Totals(2, 11));
        assertThat(header.capped()).isEqualTo(2);
        assertThat(header.totals()).isEqualTo(Map.of("live", new Totals(3, 30)));
        assertThat(header.settings()).isEqualTo(SETTINGS);
        assertThat(header.job()).isEqualTo(JobKind.GC);
        assertThat(header.repository()).isEqualTo("r");
        assertThat(header.observedAt()).isEqualTo(TIME);
        assertThat(header.needsApproval()).containsExactly(Approval.SHARE);
        assertThat(header.digest()).matches("[0-9a-f]{64}");
    }

    @Test
    void aPlanThatIsNotFrozenLeavesNothing() {
        PlanBuilder builder = new PlanBuilder(state.plans(), JobKind.GC, "r", TIME, SETTINGS);
        builder.item(item("data/a", "e", 1, "orphan"));
        builder.close();
        assertThatThrownBy(() -> builder.freeze(List.of())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSameFactsGiveTheSameDigestWhateverTheTime() {
        Consumer<PlanBuilder> facts = builder -> builder.item(item("data/a", "e", 1, "orphan", "more"));
        String digest = plan(facts).header().digest();
        assertThat(plan(JobKind.GC, "r", TIME.plusSeconds(999), Map.copyOf(SETTINGS), facts)
                        .header()
                        .digest())
                .isEqualTo(digest);
    }

    /** Everything that a person approves with a digest, changed in one place each. */
    static Stream<Arguments> changes() {
        return Stream.of(
                changed("another job", JobKind.RETENTION, "r", SETTINGS, item("data/a", "e", 1, "orphan", "x")),
                changed("another repository", JobKind.GC, "q", SETTINGS, item("data/a", "e", 1, "orphan", "x")),
                changed(
                        "another setting",
                        JobKind.GC,
                        "r",
                        Map.of("grace", "P8D", "max-share", "0.5"),
                        item("data/a", "e", 1, "orphan", "x")),
                changed(
                        "another setting's name",
                        JobKind.GC,
                        "r",
                        Map.of("grac", "P7D", "max-share", "0.5"),
                        item("data/a", "e", 1, "orphan", "x")),
                changed(
                        "a setting less",
                        JobKind.GC,
                        "r",
                        Map.of("grace", "P7D"),
                        item("data/a", "e", 1, "orphan", "x")),
                changed("another key", JobKind.GC, "r", SETTINGS, item("data/b", "e", 1, "orphan", "x")),
                changed("another tag", JobKind.GC, "r", SETTINGS, item("data/a", "f", 1, "orphan", "x")),
                changed("other bytes", JobKind.GC, "r", SETTINGS, item("data/a", "e", 2, "orphan", "x")),
                changed("another reason", JobKind.GC, "r", SETTINGS, item("data/a", "e", 1, "orphan", "y")),
                changed("a reason less", JobKind.GC, "r", SETTINGS, item("data/a", "e", 1, "orphan")),
                changed("reasons run together", JobKind.GC, "r", SETTINGS, item("data/a", "e", 1, "orphanx")),
                changed(
                        "no tag",
                        JobKind.GC,
                        "r",
                        SETTINGS,
                        new PlanItem(
                                PlanAction.DELETE,
                                "data/a",
                                List.of("orphan", "x"),
                                1,
                                Optional.empty(),
                                Optional.empty())),
                changed(
                        "another action",
                        JobKind.GC,
                        "r",
                        SETTINGS,
                        new PlanItem(
                                PlanAction.REMOVE_FOLDER,
                                "data/a",
                                List.of("orphan", "x"),
                                1,
                                Optional.empty(),
                                Optional.of(new ETag("e")))),
                changed("no item", JobKind.GC, "r", SETTINGS),
                changed(
                        "an item more",
                        JobKind.GC,
                        "r",
                        SETTINGS,
                        item("data/a", "e", 1, "orphan", "x"),
                        item("data/b", "e", 1, "orphan", "x")));
    }

    private static Arguments changed(
            String what, JobKind job, String repository, Map<String, String> settings, PlanItem... items) {
        return Arguments.of(what, job, repository, settings, List.of(items));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void anyChangeGivesAnotherDigest(
            String what, JobKind job, String repository, Map<String, String> settings, List<PlanItem> items) {
        String digest = plan(builder -> builder.item(item("data/a", "e", 1, "orphan", "x")))
                .header()
                .digest();
        assertThat(plan(job, repository, TIME, settings, builder -> items.forEach(builder::item))
                        .header()
                        .digest())
                .as(what)
                .isNotEqualTo(digest);
    }

    @Test
    void reasonsCannotPassForAnotherItem() {
        Plan two = plan(builder -> {
            builder.item(item("data/a", "e", 1, "orphan"));
            builder.item(item("data/b", "f", 2, "orphan"));
        });
        Plan one =
                plan(builder -> builder.item(item("data/a", "e", 1, "orphan", "delete", "data/b", "f", "2", "orphan")));
        assertThat(one.header().digest()).isNotEqualTo(two.header().digest());
    }

    @Test
    void settingsCannotPassForAnItem() {
        Plan item = plan(JobKind.GC, "r", TIME, Map.of("a", "b"), builder -> builder.item(item("delete", "e", 1, "x")));
        Plan settings = plan(JobKind.GC, "r", TIME, Map.of("a", "b", "delete", "delete", "e", "1"), builder -> {});
        assertThat(item.header().digest()).isNotEqualTo(settings.header().digest());
    }

    @Test
    void whatIsSparedDoesNotEnterTheDigest() {
        Plan without = plan(builder -> builder.item(item("data/a", "e", 1, "orphan")));
        Plan with = plan(builder -> {
            builder.spare(new Spared("data/z", "young", ""));
            builder.item(item("data/a", "e", 1, "orphan"));
            builder.total("live", new Totals(1, 1));
        });
        assertThat(with.header().digest()).isEqualTo(without.header().digest());
    }

    @Test
    void theDigestOfAPlanStaysWhatItIs() {
        // A saved plan is found by its digest, so the way it is made is a format.
        assertThat(plan(builder -> builder.item(item("data/ä", "e", 1, "orphan", "x")))
                        .header()
                        .digest())
                .isEqualTo("d9d75e3fce848790f3cce4701cb3e2ef4fb9f3784f99e5839ecfd9b8120b3db3");
    }

    @Test
    void anItemHasAReason() {
        assertThatThrownBy(() -> item("data/a", "e", 1)).hasMessage("a plan's item has a reason: data/a");
    }

    @Test
    void wordsForScriptsAreLowerCaseWithHyphens() {
        assertThat(Stream.of(PlanAction.values()).map(PlanAction::id))
                .containsExactly(
                        "delete",
                        "expire",
                        "finish",
                        "unmark",
                        "remove-folder",
                        "remove-delete-marker",
                        "abort-upload",
                        "purge");
        assertThat(Stream.of(Approval.values()).map(Approval::id))
                .containsExactly("share", "empty-live-set", "unknown-folder", "unknown-release");
        assertThat(Stream.of(ItemOutcome.values()).map(ItemOutcome::id))
                .containsExactly(
                        "deleted", "already-absent", "spared", "changed", "refused", "failed", "marked", "restored");
    }

    @Test
    void whatWasDoneOrRightlyLeftIsGood() {
        assertThat(Stream.of(ItemOutcome.values()).filter(ItemOutcome::isGood))
                .containsExactly(
                        ItemOutcome.DELETED,
                        ItemOutcome.ALREADY_ABSENT,
                        ItemOutcome.SPARED,
                        ItemOutcome.MARKED,
                        ItemOutcome.RESTORED);
    }

    private Plan plan(Consumer<PlanBuilder> facts) {
        return plan(JobKind.GC, "r", TIME, SETTINGS, facts);
    }

    private Plan plan(
            JobKind job, String repository, Instant time, Map<String, String> settings, Consumer<PlanBuilder> facts) {
        try (PlanBuilder builder = new PlanBuilder(state.plans(), job, repository, time, settings)) {
            facts.accept(builder);
            return builder.freeze(List.of(Approval.SHARE));
        }
    }

    private static PlanItem item(String key, String etag, long bytes, String... reasons) {
        return new PlanItem(
                PlanAction.DELETE, key, List.of(reasons), bytes, Optional.of(TIME), Optional.of(new ETag(etag)));
    }
}
