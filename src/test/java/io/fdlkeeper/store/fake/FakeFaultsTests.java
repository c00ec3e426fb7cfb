package io.fdlkeeper.store.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.WriteAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class FakeFaultsTests {

    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final ObjectKey A = new ObjectKey("data/a");

    private final FakeStore fake = new FakeStore(START);
    private final ObjectStore store = fake.ports();

    @Test
    void keysOfAnySpellingAreKept() {
        for (var key : List.of("data//a", "/data/a", "data/a/", "data/a", "//")) {
            fake.put(key, key);
            assertThat(store.reader().head(new ObjectKey(key))).isPresent();
        }
        fake.put("data/../x", "never addressed");
        assertThat(listed("")).containsExactly("//", "/data/a", "data//a", "data/a", "data/a/");
        assertThat(store.lister().listLevel("data/").folders()).containsExactly("", "a");
    }

    @Test
    void chosenCallFailsWithoutEffectAndTheNextDoesNot() {
        fake.faults().failCall(2);
        assertThat(create(A)).isInstanceOf(WriteAnswer.Written.class);
        assertThatThrownBy(() -> create(new ObjectKey("data/b"))).isInstanceOf(StoreException.class);
        assertThat(fake.keys()).containsExactly("data/a");
        assertThat(create(new ObjectKey("data/b"))).isInstanceOf(WriteAnswer.Written.class);
        assertThat(fake.calls()).extracting(Call::op).containsExactly(Op.CREATE, Op.CREATE, Op.CREATE);
    }

    @Test
    void lostReplyOfADeletionIsFailedThoughItIsDone() {
        var etag = fake.put("data/a", "x").etag();
        fake.faults().loseReplyWhen(call -> call.is(Op.DELETE));
        assertThat(delete(A, etag)).isEqualTo(DeleteStatus.FAILED);
        assertThat(fake.exists("data/a")).isFalse();
        fake.faults().none();
        assertThat(delete(A, etag)).isEqualTo(DeleteStatus.ALREADY_ABSENT);
    }

    @Test
    void lostReplyOfACreationIsAnExceptionThoughItIsDone() {
        fake.faults().loseReplyWhen(call -> call.op().changes());
        assertThatThrownBy(() -> create(A)).isInstanceOf(StoreException.class);
        assertThat(fake.exists("data/a")).isTrue();
    }

    @Test
    void laggingListingShowsThePastAndALookThePresent() {
        fake.load("data/old", "x", START.minus(Duration.ofDays(3)));
        fake.faults().lag(Duration.ofMinutes(5));
        fake.advanceClock(Duration.ofMinutes(1));
        fake.put("data/new", "x");
        fake.remove("data/old");
        assertThat(listed("")).containsExactly("data/old");
        assertThat(store.reader().head(new ObjectKey("data/new"))).isPresent();
        assertThat(store.reader().head(new ObjectKey("data/old"))).isEmpty();
        fake.advanceClock(Duration.ofMinutes(5));
        assertThat(listed("")).containsExactly("data/new");
    }

    @Test
    void frozenListingShowsNothingLater() {
        fake.put("a", "x");
        fake.freezeListings();
        fake.put("b", "x");
        fake.remove("a");
        assertThat(listed("")).containsExactly("a");
        fake.thawListings();
        assertThat(listed("")).containsExactly("b");
    }

    @Test
    void listingsAreOmittedCutRepeatedAndReordered() {
        List.of("a", "b", "c").forEach(key -> fake.put(key, "x"));
        fake.faults().omitFromListings(key -> key.text().equals("b"));
        assertThat(listed("")).containsExactly("a", "c");
        fake.faults().none();
        fake.faults().cutListingsAfter(2);
        assertThat(listed("")).containsExactly("a", "b");
        fake.faults().reorderListings(Comparator.comparing(ListedObject::key).reversed());
        assertThat(listed("")).containsExactly("c", "b", "a");
        fake.faults().rearrangeListings(objects -> List.of(objects.get(0), objects.get(0)));
        assertThat(listed("")).containsExactly("a", "a");
    }

    @Test
    void listingBreaksAfterSoManyObjects() {
        List.of("a", "b", "c").forEach(key -> fake.put(key, "x"));
        fake.faults().breakListingsAfter(1);
        var seen = new ArrayList<String>();
        assertThatThrownBy(() ->
                        store.lister().list("", object -> seen.add(object.key().text())))
                .isInstanceOf(ListingIncompleteException.class);
        assertThat(seen).containsExactly("a");
    }

    @Test
    void throttledStoreAnswersAgainWhenTimeMovesOn() {
        fake.put("data/a", "x");
        fake.faults().throttle(1);
        assertThat(store.reader().head(A)).isPresent();
        assertThatThrownBy(() -> store.reader().head(A)).isInstanceOf(StoreException.class);
        fake.advanceClock(Duration.ofSeconds(1));
        assertThat(store.reader().head(A)).isPresent();
    }

    @Test
    void ignoredConditionsLookLikeSuccess() {
        fake.put("data/a", "first");
        fake.faults().ignoreConditions();
        assertThat(create(A)).isInstanceOf(WriteAnswer.Written.class);
        assertThat(fake.text("data/a")).contains("x");
        assertThat(delete(A, new ETag("stale"))).isEqualTo(DeleteStatus.DELETED);
    }

    @Test
    void refusedKeysStay() {
        var etag = fake.put("data/a", "x").etag();
        fake.faults().refuseDeletes(key -> true).refuseWrites(key -> true);
        assertThat(delete(A, etag)).isEqualTo(DeleteStatus.REFUSED);
        assertThat(create(new ObjectKey("data/b"))).isInstanceOf(WriteAnswer.Refused.class);
        assertThat(fake.keys()).containsExactly("data/a");
    }

    @Test
    void skewedStoreStampsItsOwnTime() {
        fake.faults().skew(Duration.ofHours(1));
        assertThat(store.clock().now()).isEqualTo(START.plus(Duration.ofHours(1)));
        assertThat(fake.put("data/a", "x").lastModified()).isEqualTo(START.plus(Duration.ofHours(1)));
        assertThat(fake.now()).isEqualTo(START);
    }

    @Test
    void hooksSeeEachCallAndMayChangeTheStoreBetween() {
        var etag = fake.put("data/a", "x").etag();
        fake.beforeCall(call -> {
            if (call.is(Op.DELETE)) {
                fake.put(call.key(), "replaced meanwhile");
            }
        });
        var after = new ArrayList<Call>();
        fake.afterCall(after::add);
        assertThat(delete(A, etag)).isEqualTo(DeleteStatus.CHANGED);
        assertThat(after).containsExactly(new Call(1, Op.DELETE, "data/a"));
    }

    private List<String> listed(String prefix) {
        var keys = new ArrayList<String>();
        store.lister().list(prefix, object -> keys.add(object.key().text()));
        return keys;
    }

    private WriteAnswer create(ObjectKey key) {
        return store.writer().createOnce(key, new byte[] {'x'});
    }

    private DeleteStatus delete(ObjectKey key, ETag etag) {
        return store.deleter()
                .deleteIfUnchanged(List.of(new DeleteRequest(key, etag)), () -> true)
                .get(0)
                .status();
    }
}
