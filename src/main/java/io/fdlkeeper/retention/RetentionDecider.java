package io.fdlkeeper.retention;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.ExpiryMark;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ListedObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Decides what a repository keeps. Pure: no clock, no store, no log. */
public final class RetentionDecider {

    /** How far a record's time may be after the store's before it is not believed. */
    static final Duration CREATED_AT_TOLERANCE = Duration.ofMinutes(15);

    private final RetentionPolicy policy;
    private final Predicate<String> isOurRun;

    /** @param isOurRun tells whether a run named in a mark is one of ours */
    public RetentionDecider(RetentionPolicy policy, Predicate<String> isOurRun) {
        this.policy = policy;
        this.isOurRun = isOurRun;
    }

    /**
     * Decides about every live and every marked version.
     *
     * @param unreachableSince since when each unreachable version was seen so
     */
    public RetentionDecision decide(
            RepositoryView view, Holds holds, Map<VersionId, Instant> unreachableSince, Instant now) {
        Reasons keep = new Reasons();
        for (Ref ref : view.refs()) {
            keep.add(ref.target(), "ref:" + ref.name());
        }
        for (Ref ref : view.refs()) {
            List<Version> history = view.history(ref.target());
            if (ref.name().isTip()) {
                keepByRules(ref, live(history), now, keep);
            }
            keepRecentlySuperseded(ref, history, now, keep);
        }
        for (Version version : view.versions().values()) {
            heldBy(view, version, holds).ifPresent(hold -> keep.add(version.id(), "hold:" + hold.id()));
        }
        return sort(view, keep, unreachableSince, now);
    }

    private void keepByRules(Ref ref, List<Version> line, Instant now, Reasons keep) {
        new RuleSelection(policy.rulesFor(ref.name()), policy.zone(), RetentionDecider::createdAt)
                .select(line, now, (version, rule) -> keep.add(version, rule + ":" + ref.name()));
    }

    /** Somebody may still be reading what was the newest a moment ago; a mark, whoever put it, has told them already. */
    private void keepRecentlySuperseded(Ref ref, List<Version> history, Instant now, Reasons keep) {
        if (policy.minAge().isZero()) {
            return;
        }
        for (int i = 1; i < history.size(); i++) {
            Instant supersededAt = createdAt(history.get(i - 1));
            boolean live = history.get(i).state() == VersionState.LIVE;
            if (live && supersededAt.plus(policy.minAge()).isAfter(now)) {
                keep.add(history.get(i).id(), "min-age:" + ref.name());
            }
        }
    }

    private RetentionDecision sort(
            RepositoryView view, Reasons keep, Map<VersionId, Instant> unreachableSince, Instant now) {
        SortedMap<VersionId, List<String>> kept = new TreeMap<>();
        SortedMap<VersionId, List<String>> unreached = new TreeMap<>();
        SortedMap<VersionId, List<String>> expire = new TreeMap<>();
        Marked marked = new Marked();
        Set<VersionId> reached = view.reached();
        for (Version version : view.versions().values()) {
            List<String> reasons = keep.of(version.id());
            if (version.state() == VersionState.MARKED) {
                marked.sort(version, reasons, now);
            } else if (version.state() == VersionState.LIVE) {
                if (!reasons.isEmpty()) {
                    kept.put(version.id(), reasons);
                } else if (reached.contains(version.id())) {
                    expire.put(version.id(), List.of("superseded", "no ref, rule or hold keeps it"));
                } else {
                    unreached(version, unreachableSince, now)
                            .ifPresentOrElse(
                                    since -> expire.put(
                                            version.id(),
                                            List.of("unreachable", "no ref has reached it since " + since)),
                                    () -> unreached.put(version.id(), List.of("unreached")));
                }
            }
        }
        List<String> notes = new ArrayList<>(marked.notes);
        doubtfulTimes(view).ifPresent(notes::add);
        return new RetentionDecision(kept, unreached, expire, marked.finish, marked.linger, marked.unmark, notes);
    }

    private static Optional<String> doubtfulTimes(RepositoryView view) {
        List<VersionId> doubtful = view.in(VersionState.LIVE)
                .filter(version -> version.hasDoubtfulTime(CREATED_AT_TOLERANCE))
                .map(Version::id)
                .toList();
        return doubtful.isEmpty()
                ? Optional.empty()
                : Optional.of(doubtful.size() + " versions, the first of them " + doubtful.get(0)
                        + ", claim to be created after the store had their records: the store's time counts for them");
    }

    /** Returns since when a version was unreachable, if that is long enough for it to go. */
    private Optional<Instant> unreached(Version version, Map<VersionId, Instant> unreachableSince, Instant now) {
        return policy.unreachableAfter()
                .flatMap(after -> Optional.ofNullable(unreachableSince.get(version.id()))
                        .filter(since -> since.plus(after).isBefore(now)));
    }

    private static Optional<Hold> heldBy(RepositoryView view, Version version, Holds holds) {
        return holds.on(version.id())
                .or(() -> view.refsTo(version.id()).stream()
                        .map(ref -> holds.on(ref.name()))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private static List<Version> live(List<Version> history) {
        return history.stream()
                .filter(version -> version.state() == VersionState.LIVE)
                .toList();
    }

    private static Instant createdAt(Version version) {
        return version.createdAt(CREATED_AT_TOLERANCE);
    }

    /** Sorts versions that are marked already. */
    private final class Marked {

        private final List<Version> finish = new ArrayList<>();
        private final List<Version> linger = new ArrayList<>();
        private final List<Version> unmark = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        void sort(Version version, List<String> protectedBy, Instant now) {
            if (!protectedBy.isEmpty()) {
                takeBack(version, protectedBy);
            } else if (hasStoodLongEnough(version, now)) {
                finish.add(version);
            } else {
                linger.add(version);
            }
        }

        private void takeBack(Version version, List<String> protectedBy) {
            boolean ours = version.mark()
                    .filter(mark -> !mark.isWithdrawal())
                    .flatMap(ExpiryMark::run)
                    .filter(isOurRun)
                    .isPresent();
            if (ours) {
                unmark.add(version);
            } else {
                notes.add("the version " + version.id() + " is marked, but kept by " + protectedBy
                        + ": the mark is not ours, so it is left; remove " + version.markKey() + " or move the ref");
            }
        }

        private boolean hasStoodLongEnough(Version version, Instant now) {
            Instant since = version.object(version.markKey())
                    .map(ListedObject::lastModified)
                    .orElse(now);
            return !since.plus(policy.markLinger()).isAfter(now);
        }
    }

    /** What keeps each version. */
    private static final class Reasons {

        private final Map<VersionId, List<String>> byVersion = new TreeMap<>();

        void add(VersionId version, String reason) {
            List<String> reasons = byVersion.computeIfAbsent(version, id -> new ArrayList<>());
            if (!reasons.contains(reason)) {
                reasons.add(reason);
            }
        }

        List<String> of(VersionId version) {
            return List.copyOf(byVersion.getOrDefault(version, List.of()));
        }
    }
}
