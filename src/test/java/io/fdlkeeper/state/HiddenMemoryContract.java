package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.gc.SeenUpload;
import io.fdlkeeper.gc.UploadLedger;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.UnfinishedUpload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is remembered of things that a plain listing does not show. */
abstract class HiddenMemoryContract extends StateContract {

    private static final Instant MONDAY = Instant.parse("2026-05-04T00:00:00.25Z");
    private static final Instant TUESDAY = MONDAY.plusSeconds(86_400);
    private static final SeenUpload UPLOAD =
            new SeenUpload(new UnfinishedUpload(new ObjectKey("data/Größe=1/a\n.parquet"), "u/1+=", MONDAY), TUESDAY);
    private static final PastDeletion FIRST =
            new PastDeletion(new ObjectKey("data/\ud83d\ude00/a.parquet"), new ETag("e-1"), 7, MONDAY, "run-1");
    private static final PastDeletion SECOND =
            new PastDeletion(new ObjectKey("data/b.parquet"), new ETag("e-2"), 0, TUESDAY, "run-2");

    HiddenMemoryContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void uploadsAreAsTheLastObservationSawThem() {
        assertThat(state.uploads().last(LAKE)).isEqualTo(UploadLedger.Observed.NOTHING);
        state.uploads().save(LAKE, TUESDAY, List.of(UPLOAD));
        nextProcess();

        assertThat(state.uploads().last(LAKE))
                .isEqualTo(new UploadLedger.Observed(Optional.of(TUESDAY), List.of(UPLOAD)));
        assertThat(state.uploads().last(OTHER_LAKE)).isEqualTo(UploadLedger.Observed.NOTHING);
        state.uploads().save(LAKE, TUESDAY, List.of());
        assertThat(state.uploads().last(LAKE).uploads()).isEmpty();
    }

    @Test
    void deletionsAreAddedAndForgottenOneByOne() {
        assertThat(deletions(LAKE)).isEmpty();
        state.deletions()
                .rewrite(LAKE, old -> true, added -> List.of(FIRST, SECOND).forEach(added), MONDAY);
        nextProcess();
        assertThat(deletions(LAKE)).containsExactly(FIRST, SECOND);
        assertThat(deletions(OTHER_LAKE)).isEmpty();

        state.deletions().rewrite(LAKE, old -> !old.equals(FIRST), added -> {}, TUESDAY);
        assertThat(deletions(LAKE)).containsExactly(SECOND);
        state.deletions().rewrite(LAKE, old -> true, added -> added.accept(FIRST), TUESDAY);
        nextProcess();
        assertThat(deletions(LAKE)).containsExactly(SECOND, FIRST);
    }

    private List<PastDeletion> deletions(String repository) {
        List<PastDeletion> all = new ArrayList<>();
        state.deletions().forEach(repository, all::add);
        return all;
    }
}
