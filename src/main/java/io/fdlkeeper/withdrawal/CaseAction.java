package io.fdlkeeper.withdrawal;

import java.util.Locale;

/** What is done to a case. */
public enum CaseAction {
    FIND,
    PLAN,
    APPROVE,
    REJECT,
    EXECUTE,
    PAUSE,
    RESUME,
    CANCEL,
    VERIFY,
    /** Writes the certificate to a folder. */
    CERTIFY,
    /** Records that a host blocked reading. */
    CONTAINED,
    /** Records that the authority was told. */
    NOTIFIED,
    /** Records that what was left is gone elsewhere. */
    ACKNOWLEDGE,
    REOPEN,
    /** A guard saw the withdrawn data again. */
    REAPPEAR;

    /** Returns the name on the command line and in the audit log. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
