package io.fdlkeeper.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a store holds under a repository's prefix and a plain listing does not show. */
public record HiddenCopies(ObjectVersions versions, UnfinishedUploads uploads) {

    /** A store that hides nothing. */
    public static final HiddenCopies NONE = new HiddenCopies(new NoVersions(), new NoUploads());

    private record NoVersions() implements ObjectVersions {

        @Override
        public Versioning versioning() {
            return Versioning.NONE;
        }

        @Override
        public void list(String prefix, Consumer<StoredVersion> sink) {}

        @Override
        public Optional<LocalFile> open(StoredVersion version) {
            return Optional.empty();
        }

        @Override
        public Optional<byte[]> range(StoredVersion version, long from, int length) {
            return Optional.empty();
        }

        @Override
        public List<DeleteAnswer> remove(List<StoredVersion> versions) {
            return versions.stream()
                    .map(version -> new DeleteAnswer(version.key(), DeleteStatus.ALREADY_ABSENT, ""))
                    .toList();
        }
    }

    private record NoUploads() implements UnfinishedUploads {

        @Override
        public void list(String prefix, Consumer<UnfinishedUpload> sink) {}

        @Override
        public DeleteAnswer abort(UnfinishedUpload upload) {
            return new DeleteAnswer(upload.key(), DeleteStatus.ALREADY_ABSENT, "");
        }
    }
}
