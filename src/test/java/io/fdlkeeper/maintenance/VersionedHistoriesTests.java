package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.gc.PastDeletions;
import io.fdlkeeper.gc.SeenUpload;
import io.fdlkeeper.gc.UploadLedger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays random histories in a bucket that keeps old versions. One seed again: {@code -Dhistories.seed=SEED -Dhistories.count=1}.
 */
class VersionedHistoriesTests {

    private static final long FIRST_SEED = Long.getLong("histories.seed", 1);
    private static final int COUNT = Math.min(1000, Integer.getInteger("histories.count", 40));
    private static final int SEEDS_FOR_MISTAKES = 60;

    @TempDir
    Path scratch;

    @Test
    void nothingNeededIsPurgedAndRestoresSayTheTruth() {
        List<String> wrong = new ArrayList<>();
        int[] happened = new int[4];
        LongStream.range(FIRST_SEED, FIRST_SEED + COUNT).forEach(seed -> {
            VersionedTruth truth = VersionedHistory.play(seed, UnaryOperator.identity(), scratch);
            truth.violations().forEach(violation -> wrong.add("seed " + seed + ": " + violation));
            happened[0] += truth.deleted;
            happened[1] += truth.purged;
            happened[2] += truth.back;
            happened[3] += truth.aborted;
        });

        assertThat(wrong)
                .as("play one again with -Dhistories.seed=SEED -Dhistories.count=1")
                .isEmpty();
        if (COUNT >= 40) {
            assertThat(happened).as("deleted, purged, back, aborted").satisfies(counts -> {
                assertThat(counts[0]).isGreaterThan(COUNT);
                assertThat(counts[1]).isGreaterThan(COUNT / 4);
                assertThat(counts[2]).isGreaterThan(COUNT / 4);
                assertThat(counts[3]).isGreaterThan(COUNT / 4);
            });
        }
    }

    @Test
    void purgingWhatOthersDeletedIsSeen() {
        isSeen(
                "not deleted by us",
                keeper -> with(keeper, new ForwardingState(keeper.state) {
                    @Override
                    public PastDeletions deletions() {
                        return new Passing(state.deletions()) {
                            @Override
                            public void forEach(String repository, Consumer<PastDeletion> consumer) {
                                super.forEach(repository, deletion -> {
                                    consumer.accept(deletion);
                                    keeper.store.versions(deletion.key().text()).stream()
                                            .filter(version -> !version.deleteMarker())
                                            .forEach(version -> consumer.accept(new PastDeletion(
                                                    deletion.key(),
                                                    version.etag().orElseThrow(),
                                                    1,
                                                    deletion.at(),
                                                    deletion.run())));
                                });
                            }
                        };
                    }
                }));
    }

    @Test
    void abortingTheUploadOfAWriterAtWorkIsSeen() {
        isSeen(
                "was aborted before its time",
                keeper -> with(keeper, new ForwardingState(keeper.state) {
                    @Override
                    public UploadLedger uploads() {
                        return new UploadLedger() {
                            @Override
                            public Observed last(String repository) {
                                Observed real = state.uploads().last(repository);
                                return new Observed(
                                        real.at(),
                                        real.uploads().stream()
                                                .map(seen -> new SeenUpload(seen.upload(), Instant.EPOCH))
                                                .toList());
                            }

                            @Override
                            public void save(String repository, Instant observedAt, List<SeenUpload> uploads) {
                                state.uploads().save(repository, observedAt, uploads);
                            }
                        };
                    }
                }));
    }

    @Test
    void deletingWhatWasJustRestoredIsSeen() {
        isSeen(
                "before the grace was over again",
                keeper -> with(keeper, new ForwardingState(keeper.state) {
                    @Override
                    public Ledger ledger() {
                        return new Remembering(state.ledger());
                    }
                }));
    }

    private void isSeen(String violation, UnaryOperator<VersionedKeeper> mistake) {
        assertThat(LongStream.rangeClosed(1, SEEDS_FOR_MISTAKES)
                        .mapToObj(seed -> VersionedHistory.play(seed, mistake, scratch))
                        .flatMap(truth -> truth.violations().stream())
                        .anyMatch(seen -> seen.contains(violation)))
                .isTrue();
    }

    private static VersionedKeeper with(VersionedKeeper keeper, StatePorts ports) {
        keeper.ports = ports;
        return keeper;
    }

    private static class Passing implements PastDeletions {

        private final PastDeletions real;

        Passing(PastDeletions real) {
            this.real = real;
        }

        @Override
        public void forEach(String repository, Consumer<PastDeletion> consumer) {
            real.forEach(repository, consumer);
        }

        @Override
        public void rewrite(
                String repository, Predicate<PastDeletion> kept, Consumer<Consumer<PastDeletion>> added, Instant at) {
            real.rewrite(repository, kept, added, at);
        }
    }

    /** A ledger that forgets nothing between two observations. */
    private record Remembering(Ledger real) implements Ledger {

        @Override
        public Reading read(String repository) throws LedgerUnreadableException {
            return real.read(repository);
        }

        @Override
        public Update begin(String repository) {
            Optional<Instant> last = observedAt(repository);
            Update update = real.begin(repository);
            return new Update() {

                @Override
                public void row(LedgerRow row) {
                    update.row(row);
                }

                @Override
                public void commit(Instant observedAt) {
                    if (!last.equals(Optional.of(observedAt))) {
                        update.commit(observedAt);
                    }
                }

                @Override
                public void close() {
                    update.close();
                }
            };
        }

        private Optional<Instant> observedAt(String repository) {
            try (Reading reading = real.read(repository)) {
                return reading.observedAt();
            } catch (LedgerUnreadableException e) {
                return Optional.empty();
            }
        }
    }
}
