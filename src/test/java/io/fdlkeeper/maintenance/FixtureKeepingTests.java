package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.FixtureKeeper.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.retention.RetentionDecision;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fixture repository gives exactly the result that was worked out for it independently. */
class FixtureKeepingTests {

    @TempDir
    Path scratch;

    static Stream<String> fixtures() {
        return Fixture.names().stream();
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void collectionIsPlannedAsExpected(String name) {
        var keeper = new FixtureKeeper(name, scratch);
        JsonNode expected = keeper.fixture.expected().path("gc");

        JobReport report = keeper.planGc();

        if (!expected.path("must_refuse").isNull()) {
            assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
            assertThat(guards(report)).containsExactlyElementsOf(reasons(expected.path("refusals")));
            return;
        }
        assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.PLANNED);
        assertGroups(keeper, report, expected);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void collectionDeletesExactlyTheOrphansOrNothing(String name) {
        var keeper = new FixtureKeeper(name, scratch);
        JsonNode expected = keeper.fixture.expected().path("gc");
        var before = new TreeSet<>(keeper.store.keys());

        JobReport report = keeper.runGc();

        var gone = new TreeSet<>(before);
        gone.removeAll(keeper.store.keys());
        var goneData = new TreeSet<>(gone);
        goneData.removeIf(key -> !key.startsWith(keeper.fixture.dataDir()));
        assertThat(goneData).containsExactlyElementsOf(new TreeSet<>(texts(expected.path("orphans"))));
        gone.removeAll(goneData);
        List<String> abandoned = texts(expected.path("unfinished_old"));
        assertThat(gone).allMatch(key -> abandoned.stream().anyMatch(id -> key.startsWith("versions/" + id + "/")));
        if (!expected.path("must_refuse").isNull()) {
            assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
            assertThat(keeper.store.keys()).isEqualTo(before);
        } else {
            assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.SUCCEEDED);
            assertThat(keeper.verify().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
            assertThat(keeper.planGc().plan().orElseThrow().header().items().objects())
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void retentionIsPlannedAsExpected(String name) {
        var keeper = new FixtureKeeper(name, scratch);
        JsonNode expected = keeper.fixture.expected().path("retention");
        for (String keep : keeps(expected)) {
            JobReport report = keeper.planRetention(Integer.parseInt(keep));
            if (!expected.path("must_refuse").isNull()) {
                assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
                assertThat(guards(report))
                        .contains(hyphens(expected.path("must_refuse").asText()));
                continue;
            }
            RetentionDecision decision = report.decision().orElseThrow();
            assertThat(decision.expire().keySet().stream().map(Object::toString))
                    .containsExactlyElementsOf(texts(expected.path(keep).path("expire")));
            Map<String, List<String>> kept = new TreeMap<>();
            decision.kept().forEach((id, reasons) -> kept.put(id.text(), reasons));
            Map<String, List<String>> expectedKept = new TreeMap<>();
            expected.path(keep)
                    .path("keep")
                    .fields()
                    .forEachRemaining(entry -> expectedKept.put(entry.getKey(), texts(entry.getValue())));
            assertThat(kept).isEqualTo(expectedKept);
            var unreached = new TreeSet<>(texts(expected.path("unreached_young")));
            unreached.addAll(texts(expected.path("unreached_old")));
            assertThat(decision.unreached().keySet().stream().map(Object::toString))
                    .containsExactlyElementsOf(unreached);
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void retentionMarksFirstAndLeavesNoCatalogOfAnExpiredVersion(String name) {
        var keeper = new FixtureKeeper(name, scratch);
        JsonNode expected = keeper.fixture.expected().path("retention");
        var before = new TreeSet<>(keeper.store.keys());

        JobReport report = keeper.runRetention(1);

        if (!expected.path("must_refuse").isNull()) {
            assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
            assertThat(keeper.store.keys()).isEqualTo(before);
            return;
        }
        assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.SUCCEEDED);
        for (String id : texts(expected.path("1").path("expire"))) {
            assertThat(keeper.store.exists("versions/" + id + "/expired.json")).isTrue();
            assertThat(keeper.store.exists("versions/" + id + "/version.json")).isTrue();
            assertThat(keeper.store.exists("versions/" + id + "/ducklake.duckdb"))
                    .isFalse();
        }
        for (String key : texts(expected.path("resume_delete"))) {
            assertThat(keeper.store.exists(key)).isFalse();
        }
        long expected1 = expected.path("1").path("expire").size();
        long deleted = report.outcomes().containsKey(ItemOutcome.DELETED)
                ? report.outcomes().get(ItemOutcome.DELETED).objects()
                : 0;
        assertThat(deleted).isGreaterThanOrEqualTo(expected1);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void collectionAfterRetentionIsPlannedAsExpected(String name) {
        JsonNode all = Fixture.named(name).expected().path("gc_after_retention");
        for (String keep : keeps(all)) {
            var keeper = new FixtureKeeper(name, scratch);
            JsonNode expected = all.path(keep);
            keeper.runRetention(Integer.parseInt(keep));
            keeper.ageNewMarks();

            JobReport report = keeper.planGc();

            if (!expected.path("must_refuse").isNull()) {
                assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
                continue;
            }
            assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.PLANNED);
            var groups = keeper.groups(report.plan().orElseThrow());
            assertThat(groups.getOrDefault("orphan", new TreeSet<>()))
                    .containsExactlyElementsOf(new TreeSet<>(texts(expected.path("orphans"))));
            assertThat(groups.getOrDefault("young", new TreeSet<>()))
                    .containsExactlyElementsOf(new TreeSet<>(texts(expected.path("young"))));
        }
    }

    private static void assertGroups(FixtureKeeper keeper, JobReport report, JsonNode expected) {
        var groups = keeper.groups(report.plan().orElseThrow());
        Map<String, String> names = Map.of(
                "orphan", "orphans",
                "young", "young",
                "recently-released", "recently_released",
                "view-named", "view_named",
                "foreign", "other_in_data");
        names.forEach((reason, field) -> {
            var keys = new TreeSet<>(groups.getOrDefault(reason, new TreeSet<>()));
            keys.removeIf(key -> !key.startsWith(keeper.fixture.dataDir()));
            assertThat(keys).as(reason).containsExactlyElementsOf(new TreeSet<>(texts(expected.path(field))));
        });
        assertThat(report.plan().orElseThrow().header().totals().get("live").objects())
                .isEqualTo(expected.path("live").size());
    }

    private static List<String> keeps(JsonNode expected) {
        var keeps = new TreeSet<String>();
        expected.fieldNames().forEachRemaining(field -> {
            if (field.chars().allMatch(Character::isDigit)) {
                keeps.add(field);
            }
        });
        return List.copyOf(keeps);
    }

    private static TreeSet<String> guards(JobReport report) {
        var guards = new TreeSet<String>();
        report.refusals().forEach(refusal -> guards.add(refusal.guard().id()));
        return guards;
    }

    private static TreeSet<String> reasons(JsonNode refusals) {
        var reasons = new TreeSet<String>();
        refusals.forEach(refusal -> reasons.add(hyphens(refusal.path("reason").asText())));
        return reasons;
    }

    private static String hyphens(String reason) {
        return reason.replace('_', '-');
    }
}
