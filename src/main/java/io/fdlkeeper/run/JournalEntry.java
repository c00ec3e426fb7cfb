package io.fdlkeeper.run;

/**
 * One step of a run.
 *
 * @param action what is done: {@code delete}, {@code mark}, {@code unmark}, {@code remove-folder}
 * @param key    the object, as stored
 * @param etag   the tag it is done to, or empty
 * @param bytes  the object's size
 * @param result empty for a step intended; else what became of it
 * @param detail the store's words or the reason, or empty
 */
public record JournalEntry(String action, String key, String etag, long bytes, String result, String detail) {

    /** Returns this step with its result. */
    public JournalEntry with(String newResult, String newDetail) {
        return new JournalEntry(action, key, etag, bytes, newResult, newDetail);
    }
}
