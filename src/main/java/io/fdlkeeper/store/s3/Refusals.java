package io.fdlkeeper.store.s3;

import java.util.Locale;

/** Says what stands against a deletion: a missing permission, or a lock. */
final class Refusals {

    private Refusals() {}

    static String ofDeletion(Fault fault) {
        return of(fault, "s3:DeleteObject, and s3:GetObject where the deletion names the content's tag");
    }

    static String of(Fault fault, String permission) {
        var said = (fault.code() + " " + fault.message()).toLowerCase(Locale.ROOT);
        if (said.contains("legal hold") || said.contains("legalhold")) {
            return fault.words() + "; a legal hold is on it: whoever placed it can remove it";
        }
        if (said.contains("worm")
                || said.contains("object lock")
                || said.contains("objectlock")
                || said.contains("retention")) {
            return fault.words() + "; it is locked until its retention ends";
        }
        if (said.contains("mfa") || said.contains("multi-factor") || said.contains("multifactor")) {
            return fault.words() + "; the bucket asks for a second factor, which only its owner can give";
        }
        return fault.words() + "; the deleting identity needs " + permission;
    }
}
