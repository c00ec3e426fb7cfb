package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ETag;

/** Entity tags as headers and listings spell them: in quotes, or not. */
final class Tags {

    private Tags() {}

    static ETag of(String spelled) {
        return new ETag(
                spelled.length() > 2 && spelled.startsWith("\"") && spelled.endsWith("\"")
                        ? spelled.substring(1, spelled.length() - 1)
                        : spelled);
    }

    static String quoted(ETag tag) {
        return tag.text().startsWith("W/") ? tag.text() : "\"" + tag.text() + "\"";
    }
}
