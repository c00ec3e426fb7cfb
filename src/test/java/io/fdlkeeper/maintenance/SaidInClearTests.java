package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fdlkeeper.withdrawal.find.Selector;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people may write about a case. */
class SaidInClearTests {

    private static SaidInClear of(Selector.Kind kind, String text) {
        return SaidInClear.of(List.of(new Selector(kind, Optional.of("main.towns"), text)));
    }

    @Test
    void literalsOfAPredicateAreTheValue() {
        SaidInClear said = of(Selector.Kind.WHERE, "email = 'X@example.org' AND name IN ('O''Hara') AND id = 48151623");
        assertThat(said.shows("asked for by x@EXAMPLE.org today")).isTrue();
        assertThat(said.shows("Mr. O'Hara called")).isTrue();
        assertThat(said.shows("customer 48151623")).isTrue();
        assertThat(said.shows("the column email of the wrong table")).isFalse();
    }

    @Test
    void shortLiteralsStandInManySentences() {
        assertThat(of(Selector.Kind.WHERE, "country = 'DE' AND n = 42").shows("decided in 42 minutes"))
                .isFalse();
    }

    @Test
    void textsAndKeysAreTheValueAndVersionsAreNot() {
        assertThat(of(Selector.Kind.VALUE, "Jane Doe").shows("jane doe asked")).isTrue();
        assertThat(of(Selector.Kind.KEY, "data/a.parquet").shows("file data/a.parquet"))
                .isTrue();
        assertThat(of(Selector.Kind.VERSION, "0189").shows("version 0189")).isFalse();
    }

    @Test
    void refusalSaysWhatToDoAndDoesNotRepeatTheValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Selector.Kind.VALUE, "Jane Doe").require("the reason", "Jane Doe asked"))
                .withMessageStartingWith("the reason shows what is being withdrawn")
                .withMessageNotContaining("Jane");
    }
}
