package io.fdlkeeper.withdrawal.find;

import java.util.Locale;

/** Why a version is found. */
public enum Place {
    /** It names a data file that holds the value. */
    FILE(true),
    /** A person named the version itself. */
    SELECTED(true),
    /** A row inside its catalog. */
    INLINED(true),
    /** A smallest or largest value in its catalog. */
    STATISTICS(true),
    /** A partition value in its catalog. */
    PARTITION(true),
    /** The name of a file that its catalog gives. */
    KEY_NAME(true),
    /** A view, macro, default, tag or comment in its catalog. */
    VIEW(true),
    /** The message, author or extra information of a snapshot in its catalog. */
    MESSAGE(true),
    /** Its {@code version.json}, which is never rewritten. */
    RECORD(false),
    DATASET_JSON(false),
    FILES_JSON(false),
    /** Blocks of its catalog that no table uses any more. */
    FREED_BLOCKS(false);

    private final boolean withdraws;

    Place(boolean withdraws) {
        this.withdraws = withdraws;
    }

    /** Tells whether a version found for this is withdrawn; one found only for others is residue. */
    public boolean withdraws() {
        return withdraws;
    }

    /** Returns the name scripts see. */
    public String id() {
        return switch (this) {
            case DATASET_JSON -> "dataset.json";
            case FILES_JSON -> "files.json";
            default -> name().toLowerCase(Locale.ROOT).replace('_', '-');
        };
    }
}
