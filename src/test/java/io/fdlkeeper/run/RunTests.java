package io.fdlkeeper.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunTests {

    @Test
    void aPermitCountsWhileItsLeaseIsHeld() {
        boolean[] held = {true};
        Lease lease = new Lease() {
            @Override
            public boolean isHeld() {
                return held[0];
            }

            @Override
            public void close() {
                held[0] = false;
            }
        };
        Permit permit = lease.permit();
        assertThat(lease.permit()).isSameAs(permit);
        assertThatCode(permit::requireHeld).doesNotThrowAnyException();
        lease.close();
        assertThatThrownBy(permit::requireHeld)
                .isInstanceOf(LeaseLostException.class)
                .hasMessage("the lease on this repository was lost; nothing more is done in this run");
    }

    @Test
    void aStepKeepsWhatItWasWhenItHasAResult() {
        JournalEntry step = new JournalEntry("delete", "data/a", "e", 7, "", "");
        assertThat(step.with("deleted", "words"))
                .isEqualTo(new JournalEntry("delete", "data/a", "e", 7, "deleted", "words"));
    }

    @Test
    void wordsForScriptsAreLowerCase() {
        assertThat(Stream.of(JobKind.values()).map(JobKind::id))
                .containsExactly("retention", "gc", "verify", "restore", "withdrawal");
        assertThat(Stream.of(RunOutcome.values()).map(RunOutcome::id)).contains("succeeded", "partial", "interrupted");
    }

    @Test
    void nobodyAsksToStopUnlessSomebodyDoes() {
        assertThat(StopToken.NEVER.requested()).isFalse();
        assertThatCode(() -> {
                    Progress.SILENT.stage("x", -1);
                    Progress.SILENT.advance(1);
                })
                .doesNotThrowAnyException();
    }
}
