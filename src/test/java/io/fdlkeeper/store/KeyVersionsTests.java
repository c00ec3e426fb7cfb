package io.fdlkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyVersionsTests {

    private static final ObjectKey KEY = new ObjectKey("data/t/a.parquet");
    private static final Instant STORED = Instant.parse("2026-11-30T12:00:00Z");

    private static StoredVersion marker(String id, Instant at, boolean current) {
        return new StoredVersion(KEY, id, current, true, 0, at, Optional.empty());
    }

    private static StoredVersion content(String id) {
        return new StoredVersion(KEY, id, false, false, 3, STORED, Optional.of(new ETag("e")));
    }

    @Test
    void markersThatWerePutSinceHideTheContent() {
        var below = marker("m1", STORED.minusSeconds(1), false);
        var same = marker("m2", STORED, false);
        var top = marker("m3", STORED.plusSeconds(5), true);
        assertThat(new KeyVersions(KEY, List.of(top, same, content("v1"), below)).markersOver(STORED))
                .containsExactly(top, same);
    }

    @Test
    void markerThatReadersMeetHidesItWhateverTimeItTells() {
        var top = marker("m1", STORED.minusSeconds(140), true);
        assertThat(new KeyVersions(KEY, List.of(top, content("v1"))).markersOver(STORED))
                .containsExactly(top);
    }
}
