package io.fdlkeeper.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Every port's contract, kept by the state in a directory. */
class KeeperStateContractTests {

    /** Made once: migrating a new database takes longer than any of these tests. */
    @TempDir
    static Path template;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeTemplate() {
        KeeperState.open(template, StateUnderTest.CLOCK).close();
    }

    private static StateUnderTest copyOf(Path template, Path directory) {
        try (var files = Files.newDirectoryStream(template, path -> Files.isRegularFile(path))) {
            for (var file : files) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return StateUnderTest.in(directory);
    }

    @Nested
    class OfRunStore extends RunStoreContract {
        OfRunStore() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfLeases extends LeasesContract {
        OfLeases() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfJournals extends JournalsContract {
        OfJournals() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfHoldStore extends HoldStoreContract {
        OfHoldStore() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfLossStore extends LossStoreContract {
        OfLossStore() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfAuditLog extends AuditLogContract {
        OfAuditLog() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfPlanStore extends PlanStoreContract {
        OfPlanStore() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfLedger extends LedgerContract {
        OfLedger() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfHiddenMemory extends HiddenMemoryContract {
        OfHiddenMemory() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfRootSetStore extends RootSetStoreContract {
        OfRootSetStore() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfUnreachableSightings extends UnreachableSightingsContract {
        OfUnreachableSightings() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfDocumentCache extends DocumentCacheContract {
        OfDocumentCache() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfFireTimes extends FireTimesContract {
        OfFireTimes() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfPauseStore extends PauseStoreContract {
        OfPauseStore() {
            super(() -> copyOf(template, directory));
        }
    }

    @Nested
    class OfCaseStore extends CaseStoreContract {
        OfCaseStore() {
            super(() -> copyOf(template, directory));
        }
    }
}
