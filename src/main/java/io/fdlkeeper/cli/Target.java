package io.fdlkeeper.cli;

import io.fdlkeeper.repository.VersionId;

/** What a person means by a word copied from a report. */
final class Target {

    private static final String VERSIONS = "versions/";

    private Target() {}

    /** Takes a version's folder, as refusals name it, for the version's id; every other word stays as it is. */
    static String of(String text) {
        String id =
                text.startsWith(VERSIONS) ? text.substring(VERSIONS.length()).replaceFirst("/$", "") : text;
        return VersionId.isValid(id) ? id : text;
    }
}
