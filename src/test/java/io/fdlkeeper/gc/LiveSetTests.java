package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.store.ObjectKey;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveSetTests {

    private final LiveSet live = new LiveSet(FakeCollection.ADDRESS);

    @Test
    void isEmptyUntilSomethingIsNamed() {
        assertThat(live.isEmptyOrUnsure()).isTrue();
        add(0);
        assertThat(live.isEmptyOrUnsure()).isTrue();
        add(1);
        add(0);
        assertThat(live.isEmptyOrUnsure()).isFalse();
    }

    @Test
    void isUnsureOnceItWasDoubted() {
        add(1);
        live.doubtEmptiness();
        assertThat(live.isEmptyOrUnsure()).isTrue();
    }

    @Test
    void aWebAddressMeansTheKeyItEndsWithAtASlash() {
        live.add(History.id(1), facts(Set.of("https://h/x/data/a.parquet", "https://h/y/b.parquet"), Set.of()));
        assertThat(meaning("data/a.parquet")).containsExactly("https://h/x/data/a.parquet");
        assertThat(meaning("x/data/a.parquet")).hasSize(1);
        assertThat(meaning("ata/a.parquet")).isEmpty();
        assertThat(meaning("other/data/a.parquet")).isEmpty();
        assertThat(meaning("data/b.parquet")).isEmpty();
    }

    @Test
    void aLoosePathMeansEveryKeyThatEndsWithIt() {
        live.add(History.id(1), facts(Set.of(), Set.of("p=1/a.parquet")));
        assertThat(meaning("data/t/p=1/a.parquet")).containsExactly("p=1/a.parquet");
        assertThat(meaning("data/u/p=1/a.parquet")).hasSize(1);
        assertThat(meaning("data/t/xp=1/a.parquet")).isEmpty();
        assertThat(meaning("p=1/a.parquet")).isEmpty();
        assertThat(live.looseTails()).containsExactly("p=1/a.parquet");
    }

    @Test
    void severalAddressesOfOneNameAreAllKept() {
        live.add(History.id(1), facts(Set.of("https://h/x/data/a.parquet"), Set.of()));
        live.add(History.id(2), facts(Set.of("https://h/y/data/a.parquet"), Set.of()));
        assertThat(meaning("data/a.parquet")).hasSize(2);
        assertThat(live.versions()).containsExactly(History.id(1), History.id(2));
    }

    @Test
    void aFolderKeyIsNeverMentioned() {
        live.add(
                History.id(1),
                new CatalogFacts("1.0", "", 1, 0, 0, List.of(), Set.of(""), Set.of(), Set.of(), List.of("x")));
        assertThat(live.mentioned(new ObjectKey("data/t/"))).isEmpty();
        assertThat(live.mentioned(new ObjectKey("data/t/x"))).isPresent();
        assertThat(live.mentioned(new ObjectKey("data/t/y"))).isEmpty();
    }

    @Test
    void remembersAddressesAndReleases() {
        live.add(
                History.id(1),
                new CatalogFacts("1.0", "", 1, 0, 0, List.of("s3://o/a"), Set.of("a"), Set.of(), Set.of(), List.of()));
        live.addUnknownRelease(History.id(2));
        assertThat(live.externalUrls()).containsExactly("s3://o/a");
        assertThat(live.unknownReleases()).containsExactly(History.id(2));
    }

    private List<String> meaning(String key) {
        return live.meaning(new ObjectKey(key));
    }

    private void add(long references) {
        live.add(
                History.id(1),
                new CatalogFacts("1.0", "", references, 0, 0, List.of(), Set.of(), Set.of(), Set.of(), List.of()));
    }

    private static CatalogFacts facts(Set<String> http, Set<String> tails) {
        return new CatalogFacts("1.0", "", 1, 0, 0, List.of(), Set.of(), http, tails, List.of());
    }
}
