package io.fdlkeeper.repository;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.fake.FakeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a second look finds that the first did not. */
class RootWatchTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofDays(30));

    private final FakeRepository repository = new FakeRepository(NOW);
    private final FakeStore store = repository.store;
    private final VersionId head = repository.version(1, OLD);

    RootWatchTests() {
        repository.ref("refs/heads/main", head);
    }

    @Test
    void nothingNewIsNothing() {
        RootWatch.Changes changes = watch().look();
        assertThat(changes.versions()).isEmpty();
        assertThat(changes.refs()).isEmpty();
        assertThat(changes.refusals()).isEmpty();
    }

    @Test
    void aNewVersionIsFoundWhereverItSorts() {
        repository.version(5, OLD);
        RootWatch watch = watch();
        VersionId late = repository.version(2, NOW);
        assertThat(watch.look().versions()).extracting(Version::id).containsExactly(late);
        assertThat(watch.look().versions()).isEmpty();
    }

    @Test
    void anUnfinishedVersionIsLookedAtUntilItIsFinished() {
        VersionId unfinished = repository.unfinished(2, NOW);
        RootWatch watch = watch();
        store.put(FakeRepository.key(unfinished, "dataset.json"), "{}");
        assertThat(watch.look().versions()).extracting(Version::state).containsExactly(VersionState.UNFINISHED);
        assertThat(watch.look().versions()).isEmpty();
        store.put(FakeRepository.key(unfinished, "version.json"), FakeRepository.record(unfinished, NOW));
        assertThat(watch.look().versions()).extracting(Version::state).containsExactly(VersionState.LIVE);
        store.put(FakeRepository.key(unfinished, "files.json"), "{}");
        assertThat(watch.look().versions()).isEmpty();
    }

    @Test
    void aMarkedVersionIsLookedAtToo() {
        repository.mark(head, "retention", OLD);
        RootWatch watch = watch();
        store.remove(FakeRepository.key(head, "expired.json"));
        assertThat(watch.look().versions()).extracting(Version::state).containsExactly(VersionState.LIVE);
    }

    @Test
    void aFolderWhoseNameIsNoIdIsPassedOver() {
        RootWatch watch = watch();
        store.put("versions/tmp/x", "x");
        assertThat(watch.look().versions()).isEmpty();
    }

    @Test
    void aMovedRefIsFoundWithItsTarget() {
        VersionId other = repository.version(2, OLD);
        RootWatch watch = watch();
        repository.ref("refs/heads/main", other);
        RootWatch.Changes changes = watch.look();
        assertThat(changes.refs()).extracting(Ref::target).containsExactly(other);
        assertThat(changes.versions()).extracting(Version::id).containsExactly(other);
        assertThat(watch.look().refs()).isEmpty();
    }

    @Test
    void refsAloneAreLookedAtWithoutTheirTargets() {
        RootWatch watch = watch();
        repository.ref("refs/tags/a", head);
        repository.version(2, NOW);
        RootWatch.Changes changes = watch.lookAtRefs();
        assertThat(changes.refs()).extracting(ref -> ref.name().text()).containsExactly("refs/tags/a");
        assertThat(changes.versions()).isEmpty();
        assertThat(watch.lookAtRefs().refs()).isEmpty();
    }

    @Test
    void aRefToAVersionThatIsNotThereIsRefused() {
        RootWatch watch = watch();
        repository.ref("refs/tags/a", History.id(9));
        assertThat(guards(watch.look())).containsExactly(Guard.REF_TO_MISSING_VERSION);
    }

    @Test
    void aRefThatCannotBeReadIsRefused() {
        RootWatch watch = watch();
        store.put("refs/tags/a", "x");
        assertThat(guards(watch.lookAtRefs())).containsExactly(Guard.REF_UNREADABLE);
    }

    @Test
    void aRefThatIsGoneIsNoChange() {
        RootWatch watch = watch();
        store.remove("refs/heads/main");
        assertThat(watch.look().refs()).isEmpty();
    }

    @Test
    void aBrokenListingIsRefused() {
        RootWatch watch = watch();
        store.faults().breakListingsAfter(0);
        assertThat(guards(watch.look())).containsExactly(Guard.LISTING_INCOMPLETE);
        assertThat(guards(watch.lookAtRefs())).containsExactly(Guard.LISTING_INCOMPLETE);
    }

    @Test
    void aNewVersionThatIsBrokenIsRefused() {
        RootWatch watch = watch();
        VersionId broken = repository.version(2, NOW);
        store.put(FakeRepository.key(broken, "version.json"), "{");
        assertThat(guards(watch.look())).containsExactly(Guard.RECORD_UNREADABLE);
    }

    private RootWatch watch() {
        return new RootWatch(store.ports(), DocumentCache.NONE, repository.view());
    }

    private static List<Guard> guards(RootWatch.Changes changes) {
        return changes.refusals().stream().map(Refusal::guard).toList();
    }
}
