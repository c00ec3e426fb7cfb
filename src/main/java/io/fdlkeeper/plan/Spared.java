package io.fdlkeeper.plan;

/**
 * Something that nothing names and that stays all the same, or a version that stays.
 *
 * @param subject a key as stored, or a version's id
 * @param reason  a word scripts can test, for example {@code young}
 * @param detail  the rest for a person, or empty
 */
public record Spared(String subject, String reason, String detail) {}
