package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.VersionId;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class RootSetStoreContract extends StateContract {

    private static final VersionId FIRST = new VersionId("01890000-0000-7000-8000-000000000001");
    private static final VersionId SECOND = new VersionId("01890000-0000-7000-8000-000000000002");

    RootSetStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void firstRunHasNoRootsBeforeIt() {
        assertThat(state.rootSets().last(LAKE)).isEmpty();
    }

    @Test
    void lastRootsSavedAreThoseFound() {
        state.rootSets().save(LAKE, new RootSet(StateUnderTest.NOW, Set.of(FIRST), Map.of(), Set.of()));
        var roots = new RootSet(
                StateUnderTest.NOW.plusSeconds(1),
                Set.of(FIRST, SECOND),
                Map.of(new RefName("refs/heads/größe"), SECOND, new RefName("refs/tags/v1"), FIRST),
                Set.of(new VersionId("01890000-0000-7000-8000-000000000003")));
        state.rootSets().save(LAKE, roots);
        nextProcess();
        assertThat(state.rootSets().last(LAKE)).contains(roots);
        assertThat(state.rootSets().last(OTHER_LAKE)).isEmpty();
    }
}
