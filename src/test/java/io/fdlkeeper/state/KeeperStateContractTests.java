package io.fdlkeeper.state;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Every port's contract, kept by the state in a directory. */
class KeeperStateContractTests {

    @TempDir
    Path directory;

    @Nested
    class OfRunStore extends RunStoreContract {
        OfRunStore() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfLeases extends LeasesContract {
        OfLeases() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfJournals extends JournalsContract {
        OfJournals() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfHoldStore extends HoldStoreContract {
        OfHoldStore() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfLossStore extends LossStoreContract {
        OfLossStore() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfAuditLog extends AuditLogContract {
        OfAuditLog() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfPlanStore extends PlanStoreContract {
        OfPlanStore() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfLedger extends LedgerContract {
        OfLedger() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfRootSetStore extends RootSetStoreContract {
        OfRootSetStore() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfUnreachableSightings extends UnreachableSightingsContract {
        OfUnreachableSightings() {
            super(() -> StateUnderTest.in(directory));
        }
    }

    @Nested
    class OfDocumentCache extends DocumentCacheContract {
        OfDocumentCache() {
            super(() -> StateUnderTest.in(directory));
        }
    }
}
