package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Finds what somebody else must do before a removal, with the remedy for each. */
final class Blockers {

    private static final String CLEAN = "then commit a clean version and move the branch forward to it";

    private final RemovalFacts facts;
    private final SortedMap<VersionId, Version> affected;

    Blockers(RemovalFacts facts, SortedMap<VersionId, Version> affected) {
        this.facts = facts;
        this.affected = affected;
    }

    List<Blocker> all() {
        List<Blocker> blockers = new ArrayList<>();
        facts.view().refs().stream()
                .filter(ref -> affected.containsKey(ref.target()))
                .forEach(ref -> of(ref).ifPresent(blockers::add));
        affected.values().forEach(version -> of(version).ifPresent(blockers::add));
        facts.view().refs().stream()
                .filter(ref -> affected.containsKey(ref.target()))
                .forEach(ref -> facts.holds()
                        .on(ref.name())
                        .map(hold -> held(hold, ref.target()))
                        .ifPresent(blockers::add));
        facts.view().refs().stream()
                .filter(ref -> isHead(ref) && affected.containsKey(ref.target()))
                .filter(ref -> !hasCleanDescendant(ref.target()))
                .map(Ref::target)
                .distinct()
                .forEach(head -> blockers.add(new Blocker(
                        Blocker.Kind.NO_CLEAN_VERSION,
                        Optional.empty(),
                        Optional.of(head),
                        "no clean version descends from " + head + ": commit one with it as the parent")));
        return blockers;
    }

    private Optional<Blocker> of(Ref ref) {
        String name = ref.name().text();
        if (isHead(ref)) {
            return Optional.of(blocker(Blocker.Kind.BRANCH_HEAD, ref, headRemedy(ref)));
        }
        if (name.startsWith("refs/requests/")) {
            return Optional.of(blocker(
                    Blocker.Kind.REQUEST,
                    ref,
                    "let the host decline or close the request " + name + ", which would publish the data again"));
        }
        if (name.startsWith("refs/tags/")) {
            return facts.options().deleteTags()
                    ? Optional.empty()
                    : Optional.of(blocker(
                            Blocker.Kind.TAG,
                            ref,
                            "delete the tag " + name
                                    + ", or plan again with --delete-tags so that the case deletes it"));
        }
        return Optional.of(blocker(
                Blocker.Kind.REF,
                ref,
                "move " + name + " to a clean version or delete it; whoever made it knows what it is for"));
    }

    /** Says which of the two half measures was taken, since to a reader's SELECT both look clean. */
    private String headRemedy(Ref ref) {
        return switch (facts.head().apply(ref.target())) {
            case NEWEST_SNAPSHOT ->
                "the head of " + ref.name()
                        + " still names an affected file; if a SELECT shows the rows no more they were only"
                        + " deleted by a delete file: CALL ducklake_rewrite_data_files('lake', delete_threshold => 0); CALL"
                        + " ducklake_expire_snapshots('lake', older_than => now()); " + CLEAN;
            case HISTORY ->
                "the head of " + ref.name()
                        + " was rewritten, but its older snapshots still name an affected file: CALL"
                        + " ducklake_expire_snapshots('lake', older_than => now()); " + CLEAN;
            case CATALOG ->
                "the catalog of the head of " + ref.name()
                        + " shows the value itself: remove it there (rows, views, comments),"
                        + " CALL ducklake_expire_snapshots('lake', older_than => now()), copy the catalog into a new file with"
                        + " COPY FROM DATABASE, " + CLEAN;
        };
    }

    private Optional<Blocker> of(Version version) {
        if (version.state() == VersionState.UNFINISHED
                && version.isYoung(facts.view().observedAt(), facts.grace())) {
            return Optional.of(new Blocker(
                    Blocker.Kind.UNFINISHED,
                    Optional.empty(),
                    Optional.of(version.id()),
                    "somebody is publishing " + version.id()
                            + " now, and it names what is to go: let its writer stop and"
                            + " remove its folder, or wait until it is older than the grace period"));
        }
        return facts.holds()
                .on(version.id())
                .or(() -> version.catalogsAndLogs().stream()
                        .flatMap(catalog -> facts.holds().on(catalog.key()).stream())
                        .findFirst())
                .map(hold -> held(hold, version.id()));
    }

    private static Blocker held(Hold hold, VersionId version) {
        return new Blocker(
                Blocker.Kind.HOLD,
                Optional.empty(),
                Optional.of(version),
                "the hold " + hold.id() + " keeps " + version + ": let whoever put it release it with 'hold release "
                        + hold.id() + "'");
    }

    private boolean isHead(Ref ref) {
        return ref.name().text().startsWith("refs/heads/")
                || facts.view().head().filter(ref.name()::equals).isPresent();
    }

    private boolean hasCleanDescendant(VersionId head) {
        return facts.view()
                .in(VersionState.LIVE)
                .filter(version -> !affected.containsKey(version.id()))
                .anyMatch(version -> facts.view().history(version.id()).stream()
                        .anyMatch(ancestor -> ancestor.id().equals(head)));
    }

    private static Blocker blocker(Blocker.Kind kind, Ref ref, String remedy) {
        return new Blocker(kind, Optional.of(ref.name().text()), Optional.of(ref.target()), remedy);
    }
}
