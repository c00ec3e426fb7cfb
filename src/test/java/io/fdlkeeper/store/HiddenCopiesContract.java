package io.fdlkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a store promises of old versions, delete markers and unfinished uploads; one subclass per store that has them. */
public abstract class HiddenCopiesContract {

    private static final String ODD = "data/land=Vel\u00e6en & Co/a b+c%41<x>.parquet";

    /** An empty store that keeps versions, the same one throughout a test. */
    protected abstract ObjectStore store();

    /** Begins an upload of one part, which nobody completes, and returns its id. */
    protected abstract String beginUpload(String key);

    @Test
    void storeTellsThatItKeepsVersions() {
        assertThat(store().hidden().versions().versioning()).isEqualTo(Versioning.ENABLED);
    }

    @Test
    void replacedContentStaysBehindTheCurrentOne() {
        var first = create("refs.json", "first");
        var second = replace(first, "second!");
        var versions = versions("");
        assertThat(versions).hasSize(2).allMatch(version -> !version.deleteMarker());
        assertThat(current(versions).etag()).contains(second.etag());
        assertThat(current(versions).bytes()).isEqualTo(7);
        assertThat(versions).anySatisfy(version -> {
            assertThat(version.current()).isFalse();
            assertThat(version.etag()).contains(first.etag());
        });
        assertThat(versions)
                .allSatisfy(version -> assertThat(Duration.between(
                                        version.lastModified(), store().clock().now())
                                .abs())
                        .isLessThan(Duration.ofMinutes(1)));
    }

    @Test
    void deletionHidesAContentAndRemovingItsMarkerBringsItBack() {
        var object = create(ODD, "content");
        assertThat(delete(object)).isEqualTo(DeleteStatus.DELETED);
        assertThat(store().reader().head(object.key())).isEmpty();
        var versions = versions("data/");
        assertThat(versions).hasSize(2).allMatch(version -> version.key().equals(object.key()));
        assertThat(current(versions).deleteMarker()).isTrue();
        assertThat(current(versions).etag()).isEmpty();
        assertThat(remove(current(versions))).isEqualTo(DeleteStatus.DELETED);
        assertThat(store().reader().read(object.key(), 100))
                .hasValueSatisfying(read -> assertThat(read.text()).isEqualTo("content"));
        assertThat(versions("data/")).hasSize(1).allMatch(StoredVersion::current);
    }

    @Test
    void removedVersionIsGoneForGoodAndTheOthersStay() {
        var first = create("data/a", "first");
        replace(first, "second");
        create("data/b", "beside");
        var old = versions("data/a").stream()
                .filter(version -> !version.current())
                .findFirst()
                .orElseThrow();
        assertThat(remove(old)).isEqualTo(DeleteStatus.DELETED);
        assertThat(versions("data/")).hasSize(2).allMatch(StoredVersion::current);
        assertThat(remove(old)).isIn(DeleteStatus.ALREADY_ABSENT, DeleteStatus.DELETED);
        assertThat(store().reader().read(first.key(), 100))
                .hasValueSatisfying(read -> assertThat(read.text()).isEqualTo("second"));
    }

    @Test
    void whenAllVersionsAreRemovedNothingIsLeft() {
        var object = create("data/a", "first");
        delete(replace(object, "second"));
        var answers = store().hidden().versions().remove(versions("data/"));
        assertThat(answers).hasSize(3).allMatch(answer -> answer.status() == DeleteStatus.DELETED);
        assertThat(versions("")).isEmpty();
        assertThat(store().reader().head(object.key())).isEmpty();
    }

    @Test
    void everyVersionIsReadByItsName() throws IOException {
        delete(replace(create(ODD, "first content"), "second one"));
        var contents = new ArrayList<String>();
        for (StoredVersion version : versions("data/")) {
            Optional<LocalFile> opened = store().hidden().versions().open(version);
            if (version.deleteMarker()) {
                assertThat(opened).isEmpty();
            } else {
                try (LocalFile file = opened.orElseThrow()) {
                    contents.add(Files.readString(file.path()));
                    assertThat(file.object().bytes()).isEqualTo(version.bytes());
                }
                contents.add(range(version, 3, 4).orElseThrow());
                assertThatThrownBy(() -> range(version, 0, 14)).isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThat(contents).containsExactlyInAnyOrder("first content", "st c", "second one", "ond ");
    }

    @Test
    void versionThatIsGoneOrHasAnotherContentIsNotRead() {
        create("data/a", "content");
        StoredVersion version = versions("data/a").get(0);
        StoredVersion other = new StoredVersion(
                version.key(),
                version.versionId(),
                version.current(),
                false,
                version.bytes(),
                version.lastModified(),
                Optional.of(new ETag("another")));
        assertThat(store().hidden().versions().open(other)).isEmpty();
        assertThat(range(other, 0, 1)).isEmpty();
        remove(version);
        assertThat(store().hidden().versions().open(version)).isEmpty();
        assertThat(range(version, 0, 1)).isEmpty();
    }

    @Test
    void creationOverADeleteMarkerSucceeds() {
        delete(create("versions/v/expired.json", "taken back"));
        create("versions/v/expired.json", "put again");
    }

    @Test
    void versionsBesideThePrefixAreNotShown() {
        List.of("data/a", "data2/a", "data.txt", "dat").forEach(key -> create(key, "x"));
        assertThat(versions("data/"))
                .extracting(version -> version.key().text())
                .containsExactly("data/a");
        assertThat(versions("versions/")).isEmpty();
    }

    @Test
    void listingShowsNoDeletedObject() {
        create("data/a", "x");
        delete(create("data/b", "x"));
        var listed = new ArrayList<String>();
        store().lister().list("", object -> listed.add(object.key().text()));
        assertThat(listed).containsExactly("data/a");
    }

    @Test
    void unfinishedUploadIsShownUntilItIsAborted() {
        var id = beginUpload("data/main/t/a b.parquet");
        assertThat(uploads("")).singleElement().satisfies(upload -> {
            assertThat(upload.key().text()).isEqualTo("data/main/t/a b.parquet");
            assertThat(upload.uploadId()).isEqualTo(id);
        });
        var upload = uploads("").get(0);
        assertThat(store().hidden().uploads().abort(upload).status()).isEqualTo(DeleteStatus.DELETED);
        assertThat(uploads("")).isEmpty();
        assertThat(store().reader().head(upload.key())).isEmpty();
    }

    @Test
    void uploadsAreShownByFolder() {
        beginUpload("data/a");
        beginUpload("data2/a");
        assertThat(uploads("data/")).extracting(upload -> upload.key().text()).containsExactly("data/a");
    }

    @Test
    void uploadTellsWhenItWasBegun() {
        beginUpload("data/a");
        assertThat(uploads(""))
                .singleElement()
                .satisfies(upload -> assertThat(Duration.between(
                                        upload.initiated(), store().clock().now())
                                .abs())
                        .isLessThan(Duration.ofMinutes(1)));
    }

    @Test
    void uploadThatIsGoneIsAlreadyAbsent() {
        beginUpload("data/a");
        var upload = uploads("").get(0);
        store().hidden().uploads().abort(upload);
        assertThat(store().hidden().uploads().abort(upload).status()).isEqualTo(DeleteStatus.ALREADY_ABSENT);
    }

    private List<StoredVersion> versions(String prefix) {
        var versions = new ArrayList<StoredVersion>();
        store().hidden().versions().list(prefix, versions::add);
        return versions;
    }

    private Optional<String> range(StoredVersion version, long from, int length) {
        return store().hidden()
                .versions()
                .range(version, from, length)
                .map(part -> new String(part, StandardCharsets.UTF_8));
    }

    private List<UnfinishedUpload> uploads(String prefix) {
        var uploads = new ArrayList<UnfinishedUpload>();
        store().hidden().uploads().list(prefix, uploads::add);
        return uploads;
    }

    private static StoredVersion current(List<StoredVersion> versions) {
        var current = versions.stream().filter(StoredVersion::current).toList();
        assertThat(current).hasSize(1);
        return current.get(0);
    }

    private DeleteStatus remove(StoredVersion version) {
        return store().hidden().versions().remove(List.of(version)).get(0).status();
    }

    private ListedObject create(String key, String content) {
        return written(store().writer().createOnce(new ObjectKey(key), content.getBytes(StandardCharsets.UTF_8)));
    }

    private ListedObject replace(ListedObject object, String content) {
        return written(store().writer().replace(object.key(), content.getBytes(StandardCharsets.UTF_8), object.etag()));
    }

    private static ListedObject written(WriteAnswer answer) {
        assertThat(answer).isInstanceOf(WriteAnswer.Written.class);
        return ((WriteAnswer.Written) answer).object();
    }

    private DeleteStatus delete(ListedObject object) {
        return store().deleter()
                .deleteIfUnchanged(List.of(new DeleteRequest(object.key(), object.etag())), () -> true)
                .get(0)
                .status();
    }
}
