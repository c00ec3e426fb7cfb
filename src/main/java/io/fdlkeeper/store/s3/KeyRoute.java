package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ObjectKey;

/** Which way a key can be named to a store without becoming another key on the way. */
enum KeyRoute {
    /** In the path of a request, or in the list of a batch. */
    ANY,
    /** In a path only: XML cannot carry a character of it, and one such key would spoil a whole batch. */
    PATH,
    /** In a batch only: clients, proxies and servers take empty segments out of a path. */
    BATCH,
    /** Neither. */
    NONE;

    static KeyRoute of(ObjectKey key) {
        if (!isAddressable(key)) {
            return NONE;
        }
        boolean poison = !fitsXml(key.text());
        boolean rewritten = key.text().startsWith("/") || key.text().contains("//");
        if (poison) {
            return rewritten ? NONE : PATH;
        }
        return rewritten ? BATCH : ANY;
    }

    /** A key with dots for a segment is never addressed; one that has no UTF-8 cannot be. */
    static boolean isAddressable(ObjectKey key) {
        return !key.hasDotSegment() && key.text().codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }

    /** What XML 1.0 can carry; carriage return and the other white space only as references, so they do not count. */
    private static boolean fitsXml(String text) {
        return text.codePoints()
                .allMatch(c -> c >= 0x20 && c != 0x7F && (c < 0x80 || c > 0x9F) && c != 0xFFFE && c != 0xFFFF);
    }
}
