package io.fdlkeeper.repository;

/** What became of reading {@code fdl.json}. */
public sealed interface DocumentReading {

    record Read(RepositoryDocument document) implements DocumentReading {}

    record Refused(Refusal refusal) implements DocumentReading {}
}
