package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.repository.VersionId;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class UnreachableSightingsContract extends StateContract {

    private static final VersionId FIRST = new VersionId("01890000-0000-7000-8000-000000000001");
    private static final VersionId SECOND = new VersionId("01890000-0000-7000-8000-000000000002");
    private static final Instant MONDAY = Instant.parse("2026-05-04T00:00:00.25Z");
    private static final Instant TUESDAY = MONDAY.plusSeconds(86_400);

    UnreachableSightingsContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void versionKeepsTheTimeOfItsFirstSighting() {
        assertThat(state.sightings().update(LAKE, Set.of(FIRST), MONDAY)).isEqualTo(Map.of(FIRST, MONDAY));
        nextProcess();
        assertThat(state.sightings().update(LAKE, Set.of(FIRST, SECOND), TUESDAY))
                .isEqualTo(Map.of(FIRST, MONDAY, SECOND, TUESDAY));
        assertThat(state.sightings().update(OTHER_LAKE, Set.of(FIRST), TUESDAY)).isEqualTo(Map.of(FIRST, TUESDAY));
    }

    @Test
    void versionThatWasReachableInBetweenStartsAgain() {
        state.sightings().update(LAKE, Set.of(FIRST), MONDAY);
        assertThat(state.sightings().update(LAKE, Set.of(), MONDAY)).isEmpty();
        nextProcess();
        assertThat(state.sightings().update(LAKE, Set.of(FIRST), TUESDAY)).isEqualTo(Map.of(FIRST, TUESDAY));
    }
}
