package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.Promise;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.IgnoredCondition;
import io.fdlkeeper.store.s3.fake.ListingFault;
import io.fdlkeeper.store.s3.fake.S3Operation;
import io.fdlkeeper.store.s3.fake.S3Reply;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store that keeps less than AWS is seen to keep, and how it is deleted from then. */
class S3ProbeTests {

    private final FakeS3 server = new FakeS3(Clock.systemUTC());
    private final S3Store store;

    S3ProbeTests(@TempDir Path scratch) {
        server.bucket("lake");
        store = S3UnderTest.openWithoutWaiting(
                S3UnderTest.settings(server.endpoint(), "lake", "towns/"), scratch, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    void storeLikeAwsKeepsEverythingAndNothingIsLeft() {
        var seen = store.store().conformance().probe("run-1");
        assertThat(seen.kept()).containsExactlyInAnyOrder(Promise.values());
        assertThat(seen.remarks()).isEmpty();
        var left = new ArrayList<String>();
        store.store().lister().list("", object -> left.add(object.key().text()));
        assertThat(left).isEmpty();
    }

    @Test
    void probeThatWasCutOffIsRemovedByOneOfAnotherDay(@TempDir Path scratch) {
        create(".fdl-keeper-probe-conformance-run-0/create");
        var tomorrow = Clock.offset(Clock.systemUTC(), Duration.ofDays(2));
        try (var later = S3UnderTest.openWithoutWaiting(
                S3UnderTest.settings(server.endpoint(), "lake", "towns/"), scratch, tomorrow)) {
            later.store().conformance().probe("run-1");
        }
        assertThat(store.store().lister().listLevel("").folders()).isEmpty();
    }

    @Test
    void ignoredCreationIsSeen() {
        server.faults().ignore(IgnoredCondition.CREATE);
        assertThat(store.store().conformance().probe("run-1").keeps(Promise.CREATE_ONCE))
                .isFalse();
    }

    @Test
    void whereBatchesIgnoreTagsEachKeyGoesByItself() {
        server.faults().ignore(IgnoredCondition.DELETE_IN_BATCH);
        assertThat(changedAndSame()).containsExactly(DeleteStatus.CHANGED, DeleteStatus.DELETED);
        assertThat(asked(S3Operation.DELETE)).isEqualTo(2);
        assertThat(store.store().deleter().remarks()).isEmpty();
    }

    @Test
    void whereEveryTagIsIgnoredEachKeyIsLookedAtBeforeAndTheWindowIsTold() {
        server.faults().ignore(IgnoredCondition.DELETE_IN_BATCH);
        server.faults().ignore(IgnoredCondition.DELETE);
        assertThat(changedAndSame()).containsExactly(DeleteStatus.CHANGED, DeleteStatus.DELETED);
        assertThat(store.store().deleter().remarks())
                .singleElement()
                .asString()
                .contains("unprotected window", "1 deletions");
    }

    @Test
    void whereThereAreNoBatchesEachKeyGoesByItself() {
        server.faults()
                .answer(
                        S3Operation.DELETE_BATCH,
                        S3Reply.error(501, "NotImplemented", "no batches"),
                        Integer.MAX_VALUE);
        assertThat(changedAndSame()).containsExactly(DeleteStatus.CHANGED, DeleteStatus.DELETED);
        assertThat(asked(S3Operation.DELETE_BATCH)).isZero();
    }

    @Test
    void orderThatIsNotOfBytesIsTold() {
        server.faults().list(ListingFault.ORDERS_BY_UTF16);
        var seen = store.store().conformance().probe("run-1");
        assertThat(seen.keeps(Promise.BYTE_ORDER)).isFalse();
        assertThat(seen.remarks()).singleElement().asString().contains("sorted on disk");
    }

    private List<DeleteStatus> changedAndSame() {
        var probe = store.store().conformance();
        probe.goBy(probe.probe("run-1"));
        var changed = create("data/changed");
        var same = create("data/same");
        server.forgetServed();
        return store
                .store()
                .deleter()
                .deleteIfUnchanged(
                        List.of(
                                new DeleteRequest(changed, new ETag("0123456789abcdef0123456789abcdef")),
                                new DeleteRequest(
                                        same,
                                        store.store()
                                                .reader()
                                                .head(same)
                                                .orElseThrow()
                                                .etag())),
                        () -> true)
                .stream()
                .map(answer -> answer.status())
                .toList();
    }

    private ObjectKey create(String key) {
        assertThat(store.store().writer().createOnce(new ObjectKey(key), new byte[] {1}))
                .isInstanceOf(WriteAnswer.Written.class);
        return new ObjectKey(key);
    }

    private long asked(S3Operation operation) {
        return server.served().stream()
                .filter(served -> served.operation() == operation)
                .count();
    }
}
