package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbandonedTests {

    private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");
    private static final VersionId ID = History.id(1);

    @Test
    void aKeyBelowAVersionsFolderIsOfThatVersion() {
        assertThat(folderOf("versions/" + ID + "/a")).contains(ID);
        assertThat(folderOf("versions/" + ID + "/catalogs/a")).contains(ID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data/versions/01900000-0000-7000-8000-000000000001/a",
                "versions/01900000-0000-7000-8000-000000000001",
                "snapshot/01900000-0000-7000-8000-000000000001/a",
                "versions/x/a",
                "versions//a",
                "versionsx/01900000-0000-7000-8000-000000000001/a"
            })
    void anyOtherKeyIsOfNone(String key) {
        assertThat(folderOf(key)).isEmpty();
    }

    @Test
    void onlyItsOwnVersionsCount() {
        Abandoned abandoned = new Abandoned(List.of(version(1)));
        assertThat(abandoned.holds(new ObjectKey("versions/" + ID + "/a"))).isTrue();
        assertThat(abandoned.holds(new ObjectKey("versions/" + History.id(2) + "/a")))
                .isFalse();
        assertThat(abandoned.holds(new ObjectKey("data/a"))).isFalse();
    }

    @Test
    void itsObjectsComeInKeyOrderAmongThoseOfTheDataFolder() {
        Abandoned abandoned = new Abandoned(List.of(version(2), version(1)));
        WithAbandoned joined =
                new WithAbandoned(data("data/a", "versions/0", "zdata/b").iterator(), abandoned.objects());
        List<String> keys = new ArrayList<>();
        joined.forEachRemaining(object -> keys.add(object.key().text()));
        assertThat(keys)
                .containsExactly(
                        "data/a",
                        "versions/0",
                        "versions/" + ID + "/ducklake.duckdb",
                        "versions/" + History.id(2) + "/ducklake.duckdb",
                        "zdata/b");
        assertThat(joined.hasNext()).isFalse();
        assertThatThrownBy(joined::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void eitherSideMayBeEmpty() {
        Abandoned abandoned = new Abandoned(List.of(version(1)));
        assertThat(new WithAbandoned(data().iterator(), abandoned.objects()))
                .toIterable()
                .hasSize(1);
        assertThat(new WithAbandoned(data("data/a").iterator(), List.of()))
                .toIterable()
                .hasSize(1);
        assertThat(new WithAbandoned(data().iterator(), List.of()).hasNext()).isFalse();
    }

    private static Optional<VersionId> folderOf(String key) {
        return Abandoned.folderOf(new ObjectKey(key));
    }

    private static Version version(int number) {
        return new History(TIME)
                .version(History.id(number), TIME)
                .state(VersionState.UNFINISHED)
                .version();
    }

    private static List<ListedObject> data(String... keys) {
        List<ListedObject> objects = new ArrayList<>();
        for (String key : keys) {
            objects.add(History.listed(key, 1, TIME));
        }
        return objects;
    }
}
