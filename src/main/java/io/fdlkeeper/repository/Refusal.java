package io.fdlkeeper.repository;

/**
 * Why a job does not go on: which guard, about what, in one sentence.
 *
 * @param subject the key, ref or version meant; empty for the repository as a whole
 * @param detail  what was seen and what to do, for a person
 */
public record Refusal(Guard guard, String subject, String detail) {}
