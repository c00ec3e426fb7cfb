package io.fdlkeeper.state;

import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contract of every port has in common: a fresh state for each test, and a way to come back to it. */
abstract class StateContract {

    static final String LAKE = "/srv/lake";
    static final String OTHER_LAKE = "s3://bucket/Lake Süd/";

    private final Supplier<StateUnderTest> fresh;
    StateUnderTest state;

    StateContract(Supplier<StateUnderTest> fresh) {
        this.fresh = fresh;
    }

    @BeforeEach
    void openState() {
        state = fresh.get();
    }

    @AfterEach
    void closeState() {
        state.close();
    }

    /** Ends the process, and begins the next. */
    void nextProcess() {
        state = state.reopened();
    }
}
