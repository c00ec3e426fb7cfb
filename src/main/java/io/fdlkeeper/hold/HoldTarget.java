package io.fdlkeeper.hold;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;

/** What a hold keeps. */
public sealed interface HoldTarget {

    /** Returns the target as the command line spells it. */
    String text();

    /** One version. */
    record OfVersion(VersionId version) implements HoldTarget {
        @Override
        public String text() {
            return version.text();
        }
    }

    /** Whatever version a ref names at the time. */
    record OfRef(RefName ref) implements HoldTarget {
        @Override
        public String text() {
            return ref.text();
        }
    }

    /** One key, or every key of a folder when it ends in a slash. */
    record OfKey(String key) implements HoldTarget {
        @Override
        public String text() {
            return key;
        }
    }

    /** Reads a target: a version's id, a ref's full name, or a key. */
    static HoldTarget parse(String text) {
        if (VersionId.isValid(text)) {
            return new OfVersion(new VersionId(text));
        }
        return text.startsWith("refs/") ? new OfRef(new RefName(text)) : new OfKey(text);
    }
}
