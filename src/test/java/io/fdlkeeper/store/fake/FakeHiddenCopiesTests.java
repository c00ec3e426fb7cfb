package io.fdlkeeper.store.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.Versioning;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FakeHiddenCopiesTests {

    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private final FakeStore fake = new FakeStore(START);

    @ParameterizedTest
    @EnumSource(names = {"ENABLED", "UNKNOWN"})
    void deletionHidesAndRemovingTheMarkerBringsBack(Versioning kind) {
        fake.versioning(kind).put("data/a", "x");
        fake.remove("data/a");

        assertThat(fake.exists("data/a")).isFalse();
        assertThat(fake.versions("data/a"))
                .extracting(StoredVersion::deleteMarker)
                .containsExactly(true, false);
        assertThat(fake.versions("data/a")).extracting(StoredVersion::current).containsExactly(true, false);
        assertThat(fake.versions("data/a")).extracting(StoredVersion::bytes).containsExactly(0L, 1L);

        assertThat(remove(fake.versions("data/a").get(0))).isEqualTo(DeleteStatus.DELETED);
        assertThat(fake.text("data/a")).contains("x");
        assertThat(fake.versions("data/a")).extracting(StoredVersion::current).containsExactly(true);
        assertThat(fake.ports().hidden().versions().versioning()).isEqualTo(kind);
    }

    @Test
    void withoutVersionsADeletionLeavesNothing() {
        fake.put("data/a", "x");
        fake.remove("data/a");

        assertThat(fake.versions("data/a")).isEmpty();
    }

    @Test
    void suspendedVersionsKeepOnlyWhatWasKeptBefore() {
        fake.versioning(Versioning.ENABLED).put("data/a", "old");
        fake.versioning(Versioning.SUSPENDED).put("data/a", "new");
        fake.remove("data/a");

        assertThat(fake.versions("data/a")).extracting(StoredVersion::versionId).containsExactly("null", "v1");
        assertThat(fake.versions("data/a"))
                .extracting(StoredVersion::deleteMarker)
                .containsExactly(true, false);
    }

    @Test
    void removingAllVersionsLeavesNothing() {
        fake.versioning(Versioning.ENABLED).put("data/a", "x");
        fake.remove("data/a");
        List<StoredVersion> all = fake.versions("data/a");

        assertThat(remove(all.get(1))).isEqualTo(DeleteStatus.DELETED);
        assertThat(fake.exists("data/a")).isFalse();
        assertThat(remove(all.get(0))).isEqualTo(DeleteStatus.DELETED);
        assertThat(remove(all.get(0))).isEqualTo(DeleteStatus.ALREADY_ABSENT);
        assertThat(fake.versions("data/a")).isEmpty();
        assertThat(fake.exists("data/a")).isFalse();
    }

    @Test
    void lockedVersionIsHiddenButNotRemoved() {
        fake.versioning(Versioning.ENABLED).put("data/a", "x");
        fake.faults().lockVersions(version -> !version.deleteMarker());
        fake.remove("data/a");

        assertThat(remove(fake.versions("data/a").get(1))).isEqualTo(DeleteStatus.REFUSED);
        assertThat(remove(fake.versions("data/a").get(0))).isEqualTo(DeleteStatus.DELETED);
        fake.faults().none();
        assertThat(remove(fake.versions("data/a").get(0))).isEqualTo(DeleteStatus.DELETED);
    }

    @Test
    void versionsAreListedInEitherOrderAndBreakOff() {
        fake.versioning(Versioning.ENABLED).put("data/a", "x");
        fake.put("data/a", "y");
        assertThat(listed("data/")).extracting(StoredVersion::versionId).containsExactly("v2", "v1");
        fake.faults().listVersionsOldestFirst();
        assertThat(listed("data/")).extracting(StoredVersion::versionId).containsExactly("v1", "v2");
        assertThat(listed("other/")).isEmpty();

        fake.faults().breakListingsAfter(1);
        assertThatThrownBy(() -> listed("data/")).isInstanceOf(ListingIncompleteException.class);
        fake.faults().none();
        fake.faults().failWhen(call -> call.is(Op.LIST_VERSIONS));
        assertThatThrownBy(() -> listed("data/")).isInstanceOf(StoreException.class);
    }

    @Test
    void removalWhoseReplyIsLostIsFailedThoughItIsDone() {
        fake.versioning(Versioning.ENABLED).put("data/a", "x");
        fake.remove("data/a");
        fake.faults().loseReplyWhen(call -> call.is(Op.REMOVE_VERSION));

        assertThat(remove(fake.versions("data/a").get(0))).isEqualTo(DeleteStatus.FAILED);
        assertThat(fake.exists("data/a")).isTrue();
    }

    @Test
    void completedUploadAppearsLookingOld() {
        UnfinishedUpload upload = fake.beginUpload("data/a", START.minus(Duration.ofDays(9)));
        assertThat(uploads()).containsExactly(upload);
        assertThat(fake.keys()).isEmpty();

        fake.completeUpload(upload, "x");
        assertThat(fake.uploads()).isEmpty();
        assertThat(fake.object("data/a").orElseThrow().lastModified()).isEqualTo(START.minus(Duration.ofDays(9)));
        assertThat(abort(upload).status()).isEqualTo(DeleteStatus.ALREADY_ABSENT);
    }

    @Test
    void abortedUploadNeverCompletes() {
        UnfinishedUpload upload = fake.beginUpload("data/a", START);
        fake.faults().refuseDeletes(key -> true);
        assertThat(abort(upload).status()).isEqualTo(DeleteStatus.REFUSED);
        fake.faults().none();
        fake.faults().failWhen(call -> call.is(Op.ABORT_UPLOAD));
        assertThat(abort(upload).status()).isEqualTo(DeleteStatus.FAILED);
        fake.faults().none();
        assertThat(abort(upload).status()).isEqualTo(DeleteStatus.DELETED);
        fake.completeUpload(upload, "x");
        assertThat(fake.keys()).isEmpty();
    }

    @Test
    void uploadsMayNotBeListed() {
        fake.faults().breakListingsAfter(3);
        assertThatThrownBy(this::uploads).isInstanceOf(ListingIncompleteException.class);
    }

    private DeleteStatus remove(StoredVersion version) {
        return fake.ports().hidden().versions().remove(List.of(version)).get(0).status();
    }

    private DeleteAnswer abort(UnfinishedUpload upload) {
        return fake.ports().hidden().uploads().abort(upload);
    }

    private List<StoredVersion> listed(String prefix) {
        List<StoredVersion> versions = new ArrayList<>();
        fake.ports().hidden().versions().list(prefix, versions::add);
        return versions;
    }

    private List<UnfinishedUpload> uploads() {
        List<UnfinishedUpload> uploads = new ArrayList<>();
        fake.ports().hidden().uploads().list("data/", uploads::add);
        return uploads;
    }
}
