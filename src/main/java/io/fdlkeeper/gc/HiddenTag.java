package io.fdlkeeper.gc;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tags what was decided about and a listing does not show, so that it is left when it has become something else. */
final class HiddenTag {

    private HiddenTag() {}

    static ETag of(List<UnfinishedUpload> uploads) {
        return tag("uploads", uploads.stream().map(UnfinishedUpload::uploadId));
    }

    static ETag of(KeyVersions versions) {
        return tag("versions", versions.all().stream().map(StoredVersion::versionId));
    }

    private static ETag tag(String kind, Stream<String> names) {
        return new ETag(names.sorted().collect(Collectors.joining(" ", kind + " ", "")));
    }
}
