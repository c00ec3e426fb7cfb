package io.fdlkeeper.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.MalformedDocumentException;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void aHoldEndsAtItsEnd() {
        assertThat(hold("a", "data/a", Optional.of(NOW)).isActive(NOW)).isFalse();
        assertThat(hold("a", "data/a", Optional.of(NOW.plusNanos(1))).isActive(NOW))
                .isTrue();
        assertThat(hold("a", "data/a", Optional.empty()).isActive(Instant.MAX)).isTrue();
    }

    @Test
    void onlyHoldsThatCountAreTaken() {
        Holds holds =
                Holds.at(NOW, List.of(hold("a", "data/a", Optional.of(NOW)), hold("b", "data/b", Optional.empty())));
        assertThat(holds.active()).extracting(Hold::id).containsExactly("b");
        assertThat(Holds.NONE.active()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "data/t/, data/t/a.parquet, true",
        "data/t/, data/t/x/a.parquet, true",
        "data/t/, data/t/, true",
        "data/t/, data/tx/a.parquet, false",
        "data/t/, data/t, false",
        "data/t, data/t/a.parquet, false",
        "data/t, data/t, true",
        "data/t, data/tx, false"
    })
    void aFolderThatEndsInASlashHoldsAllBelowIt(String target, String key, boolean held) {
        Holds holds = Holds.at(NOW, List.of(hold("a", target, Optional.empty())));
        assertThat(holds.on(new ObjectKey(key)).isPresent()).isEqualTo(held);
    }

    @Test
    void versionsAndRefsAreHeldByName() {
        Holds holds = Holds.at(
                NOW,
                List.of(hold("v", History.id(1).text(), Optional.empty()), hold("r", "refs/tags/a", Optional.empty())));
        assertThat(holds.on(History.id(1))).map(Hold::id).contains("v");
        assertThat(holds.on(History.id(2))).isEmpty();
        assertThat(holds.on(new RefName("refs/tags/a"))).map(Hold::id).contains("r");
        assertThat(holds.on(new RefName("refs/tags/b"))).isEmpty();
        assertThat(holds.on(new ObjectKey(History.id(1).text()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"01900000-0000-7000-8000-000000000001", "refs/heads/main", "data/t/", "data/a.parquet"})
    void aTargetIsSpelledAsItWasRead(String text) {
        assertThat(HoldTarget.parse(text).text()).isEqualTo(text);
    }

    @Test
    void aTargetIsAVersionARefOrAKey() {
        assertThat(HoldTarget.parse(History.id(1).text())).isEqualTo(new HoldTarget.OfVersion(History.id(1)));
        assertThat(HoldTarget.parse("refs/tags/a")).isEqualTo(new HoldTarget.OfRef(new RefName("refs/tags/a")));
        assertThat(HoldTarget.parse("data/a")).isEqualTo(new HoldTarget.OfKey("data/a"));
        assertThatThrownBy(() -> HoldTarget.parse("refs/")).isInstanceOf(MalformedDocumentException.class);
    }

    private static Hold hold(String id, String target, Optional<Instant> until) {
        return new Hold(id, HoldTarget.parse(target), "why", "who", NOW, until);
    }
}
