package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoredVersion;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** How the store is to misbehave. Each switch stays until {@link #none()}; predicates of one kind add up. */
public final class Faults {

    private Predicate<Call> failing = call -> false;
    private Predicate<Call> losingReply = call -> false;
    private Predicate<ObjectKey> omitted = key -> false;
    private Predicate<ObjectKey> undeletable = key -> false;
    private Predicate<ObjectKey> unwritable = key -> false;
    private UnaryOperator<List<ListedObject>> rearrangement = UnaryOperator.identity();
    private OptionalInt listingBreaksAfter = OptionalInt.empty();
    private Duration lag = Duration.ZERO;
    private Duration skew = Duration.ZERO;
    private long callsPerTick = Long.MAX_VALUE;
    private boolean conditionsIgnored;
    private Predicate<StoredVersion> locked = version -> false;
    private boolean versionsOldestFirst;
    private boolean versioningUnanswered;
    private Predicate<ObjectKey> pretendedRemovals = key -> false;

    Faults() {}

    /** Ends all misbehaviour. */
    public void none() {
        var sound = new Faults();
        failing = sound.failing;
        losingReply = sound.losingReply;
        omitted = sound.omitted;
        undeletable = sound.undeletable;
        unwritable = sound.unwritable;
        rearrangement = sound.rearrangement;
        listingBreaksAfter = sound.listingBreaksAfter;
        lag = sound.lag;
        skew = sound.skew;
        callsPerTick = sound.callsPerTick;
        conditionsIgnored = sound.conditionsIgnored;
        locked = sound.locked;
        versionsOldestFirst = sound.versionsOldestFirst;
        versioningUnanswered = sound.versioningUnanswered;
        pretendedRemovals = sound.pretendedRemovals;
    }

    /** Lets these calls fail without effect: an exception, for a deletion {@code FAILED}. */
    public Faults failWhen(Predicate<Call> which) {
        failing = failing.or(which);
        return this;
    }

    /** Lets the call with this number fail without effect. */
    public Faults failCall(long number) {
        return failWhen(call -> call.number() == number);
    }

    /** Lets these calls take effect and then fail all the same. */
    public Faults loseReplyWhen(Predicate<Call> which) {
        losingReply = losingReply.or(which);
        return this;
    }

    /** Lets listings keep silent about these keys. */
    public Faults omitFromListings(Predicate<ObjectKey> which) {
        omitted = omitted.or(which);
        return this;
    }

    /** Lets deletions of these keys answer {@code REFUSED}. */
    public Faults refuseDeletes(Predicate<ObjectKey> which) {
        undeletable = undeletable.or(which);
        return this;
    }

    /** Lets writes of these keys answer {@code Refused}. */
    public Faults refuseWrites(Predicate<ObjectKey> which) {
        unwritable = unwritable.or(which);
        return this;
    }

    /** Lets every listing be rearranged before it is handed out: cut, repeated, mixed. */
    public Faults rearrangeListings(UnaryOperator<List<ListedObject>> how) {
        rearrangement = how;
        return this;
    }

    /** Lets listings come in another order. */
    public Faults reorderListings(Comparator<ListedObject> order) {
        return rearrangeListings(objects -> objects.stream().sorted(order).toList());
    }

    /** Lets listings end silently after so many objects. */
    public Faults cutListingsAfter(int objects) {
        return rearrangeListings(all -> all.subList(0, Math.min(objects, all.size())));
    }

    /** Lets listings break with an exception after so many objects, however few there are. */
    public Faults breakListingsAfter(int objects) {
        listingBreaksAfter = OptionalInt.of(objects);
        return this;
    }

    /** Lets listings show writes and deletions only when the clock has moved on by this much; direct looks see them at once. */
    public Faults lag(Duration behind) {
        lag = behind;
        return this;
    }

    /** Lets the store's own time, and the times of what is written, be ahead of the clock by this much. */
    public Faults skew(Duration ahead) {
        skew = ahead;
        return this;
    }

    /** Answers so many calls and then fails every further one until the clock moves. */
    public Faults throttle(long calls) {
        callsPerTick = calls;
        return this;
    }

    /** Lets creations overwrite, replacements replace anything, and deletions delete anything. */
    public Faults ignoreConditions() {
        conditionsIgnored = true;
        return this;
    }

    /** Lets these versions be locked: removing one answers {@code REFUSED}, while a plain deletion still hides it. */
    public Faults lockVersions(Predicate<StoredVersion> which) {
        locked = locked.or(which);
        return this;
    }

    /** Lets the question whether old versions are kept go without an answer. */
    public Faults doNotTellVersioning() {
        versioningUnanswered = true;
        return this;
    }

    boolean isVersioningUnanswered() {
        return versioningUnanswered;
    }

    /** Lets the removal of versions of these keys be answered as done, and not be done. */
    public Faults pretendToRemoveVersions(Predicate<ObjectKey> which) {
        pretendedRemovals = pretendedRemovals.or(which);
        return this;
    }

    boolean pretendsToRemove(ObjectKey key) {
        return pretendedRemovals.test(key);
    }

    /** Lets the versions of one key be listed oldest first, as some stores do. */
    public Faults listVersionsOldestFirst() {
        versionsOldestFirst = true;
        return this;
    }

    boolean locks(StoredVersion version) {
        return locked.test(version);
    }

    boolean versionsOldestFirst() {
        return versionsOldestFirst;
    }

    boolean fails(Call call, long callsThisTick) {
        return callsThisTick > callsPerTick || failing.test(call);
    }

    boolean losesReply(Call call) {
        return losingReply.test(call);
    }

    boolean omits(ObjectKey key) {
        return omitted.test(key);
    }

    boolean refusesDelete(ObjectKey key) {
        return undeletable.test(key);
    }

    boolean refusesWrite(ObjectKey key) {
        return unwritable.test(key);
    }

    List<ListedObject> rearrange(List<ListedObject> objects) {
        return rearrangement.apply(objects);
    }

    OptionalInt listingBreaksAfter() {
        return listingBreaksAfter;
    }

    Duration lag() {
        return lag;
    }

    Duration skew() {
        return skew;
    }

    boolean conditionsIgnored() {
        return conditionsIgnored;
    }
}
