package io.fdlkeeper.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of every decision, over random histories; a failure tells its seed. */
class RetentionInvariantsTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final List<String> ZONES = List.of("UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns");

    private static final int HISTORIES = 400;

    private static void everywhere(Consumer<Case> invariant) {
        for (long seed = 0; seed < HISTORIES; seed++) {
            try {
                invariant.accept(new Case(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void everyLiveVersionIsKeptOrLeftOrExpiredAndNoneTwice() {
        everywhere(random -> {
            RetentionDecision decision = random.decide();
            List<VersionId> decided = Stream.of(decision.kept(), decision.unreached(), decision.expire())
                    .flatMap(part -> part.keySet().stream())
                    .sorted()
                    .toList();
            assertThat(decided)
                    .isEqualTo(
                            random.view.in(VersionState.LIVE).map(Version::id).toList());
        });
    }

    @Test
    void everyDecisionHasAReason() {
        everywhere(random -> {
            RetentionDecision decision = random.decide();
            assertThat(decision.kept().values())
                    .allSatisfy(reasons -> assertThat(reasons)
                            .isNotEmpty()
                            .doesNotHaveDuplicates()
                            .allMatch(reason -> reason.matches("[a-z-]+:.+")));
            assertThat(decision.expire().values())
                    .allSatisfy(reasons -> assertThat(reasons).isNotEmpty());
        });
    }

    @Test
    void nothingARefOrAHoldPointsAtGoes() {
        everywhere(random -> {
            RetentionDecision decision = random.decide();
            Set<VersionId> going = new TreeSet<>(decision.expire().keySet());
            decision.finish().forEach(version -> going.add(version.id()));
            assertThat(random.view.refs()).noneMatch(ref -> going.contains(ref.target()));
            assertThat(going).allMatch(id -> random.holds.on(id).isEmpty());
        });
    }

    @Test
    void everyMarkedVersionIsFinishedOrWaitsOrIsProtected() {
        everywhere(random -> {
            RetentionDecision decision = random.decide();
            Set<VersionId> decided = Stream.of(decision.finish(), decision.linger(), decision.unmark())
                    .flatMap(List::stream)
                    .map(Version::id)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(random.view.in(VersionState.MARKED))
                    .allMatch(version -> decided.contains(version.id())
                            || decision.notes().stream()
                                    .anyMatch(note -> note.contains(version.id().text())));
        });
    }

    @Test
    void everyBranchKeepsItsNewest() {
        everywhere(random -> {
            RetentionDecision decision = random.decide();
            for (Ref ref : random.view.refs()) {
                if (ref.name().isTip()) {
                    assertThat(random.view.history(ref.target()).stream()
                                    .filter(version -> version.state() == VersionState.LIVE)
                                    .limit(random.policy.rules().last()))
                            .allMatch(version -> decision.kept().containsKey(version.id()));
                }
            }
        });
    }

    /** One random history with a policy. */
    private static final class Case {

        private final Random random;
        private final RepositoryView view;
        private final RetentionPolicy policy;
        private final Holds holds;
        private final Map<VersionId, Instant> unreachable = new HashMap<>();

        Case(long seed) {
            random = new Random(seed);
            view = history();
            policy = policy();
            holds = holds();
        }

        RetentionDecision decide() {
            return new RetentionDecider(policy, run -> run.equals("ours")).decide(view, holds, unreachable, NOW);
        }

        private RepositoryView history() {
            History history = new History(NOW);
            int count = 1 + random.nextInt(40);
            for (int i = 1; i <= count; i++) {
                Instant created = NOW.minus(Duration.ofHours(random.nextInt(24 * 400)));
                History.Told told = history.version(History.id(i), created)
                        .stored(created.plus(Duration.ofMinutes(random.nextInt(60) - 30)));
                if (i > 1 && random.nextInt(10) > 0) {
                    told.parent(History.id(random.nextInt(4) > 0 ? i - 1 : 1 + random.nextInt(i - 1)));
                }
                switch (random.nextInt(10)) {
                    case 0 -> told.state(VersionState.EXPIRED);
                    case 1 ->
                        told.marked(
                                random.nextBoolean() ? "retention" : "withdrawn",
                                random.nextBoolean() ? Optional.of("ours") : Optional.empty(),
                                NOW.minus(Duration.ofHours(random.nextInt(48))));
                    default -> {}
                }
                told.add();
                if (random.nextInt(3) == 0) {
                    unreachable.put(History.id(i), NOW.minus(Duration.ofDays(random.nextInt(60))));
                }
            }
            for (String ref : List.of("refs/heads/main", "refs/heads/dev/a", "refs/requests/1", "refs/tags/v1")) {
                if (random.nextInt(4) > 0) {
                    history.ref(ref, History.id(1 + random.nextInt(count)));
                }
            }
            return history.view();
        }

        private RetentionPolicy policy() {
            RetentionRules rules = new RetentionRules(
                    1 + random.nextInt(5),
                    Duration.ofDays(random.nextInt(30)),
                    random.nextInt(5),
                    random.nextInt(5),
                    random.nextInt(5),
                    random.nextInt(3));
            return new RetentionPolicy(
                    rules,
                    List.of(),
                    ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))),
                    Duration.ofHours(random.nextInt(48)),
                    Duration.ofHours(random.nextInt(3)),
                    random.nextBoolean() ? Optional.of(Duration.ofDays(30)) : Optional.empty(),
                    OptionalDouble.empty());
        }

        private Holds holds() {
            List<Hold> held = new ArrayList<>();
            for (VersionId id : view.versions().keySet()) {
                if (random.nextInt(12) == 0) {
                    held.add(new Hold(
                            "h" + held.size(), new HoldTarget.OfVersion(id), "why", "who", NOW, Optional.empty()));
                }
            }
            return Holds.at(NOW, held);
        }
    }
}
