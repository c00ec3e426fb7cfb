package io.fdlkeeper.state;

import org.junit.jupiter.api.Nested;

/** Every port's contract, kept by the state in memory that tests of the core use. */
class InMemoryStateContractTests {

    @Nested
    class OfRunStore extends RunStoreContract {
        OfRunStore() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfLeases extends LeasesContract {
        OfLeases() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfJournals extends JournalsContract {
        OfJournals() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfHoldStore extends HoldStoreContract {
        OfHoldStore() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfLossStore extends LossStoreContract {
        OfLossStore() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfAuditLog extends AuditLogContract {
        OfAuditLog() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfPlanStore extends PlanStoreContract {
        OfPlanStore() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfLedger extends LedgerContract {
        OfLedger() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfHiddenMemory extends HiddenMemoryContract {
        OfHiddenMemory() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfRootSetStore extends RootSetStoreContract {
        OfRootSetStore() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfUnreachableSightings extends UnreachableSightingsContract {
        OfUnreachableSightings() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfDocumentCache extends DocumentCacheContract {
        OfDocumentCache() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfFireTimes extends FireTimesContract {
        OfFireTimes() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfPauseStore extends PauseStoreContract {
        OfPauseStore() {
            super(StateUnderTest::inMemory);
        }
    }

    @Nested
    class OfCaseStore extends CaseStoreContract {
        OfCaseStore() {
            super(StateUnderTest::inMemory);
        }
    }
}
