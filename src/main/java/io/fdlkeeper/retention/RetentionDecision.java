package io.fdlkeeper.retention;

import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What becomes of every live and every marked version, each with its reasons.
 *
 * @param kept      live versions that stay, with what keeps them: {@code ref:NAME}, {@code RULE:REF}, {@code hold:ID}
 * @param unreached live versions no ref reaches, left alone
 * @param expire    live versions that go, oldest first
 * @param finish    marked versions whose catalogs go now
 * @param linger    marked versions whose mark has not stood long enough
 * @param unmark    versions that a mark of ours stands on and a ref or hold protects
 * @param notes     sentences for a person, such as a foreign mark on a protected version
 */
public record RetentionDecision(
        SortedMap<VersionId, List<String>> kept,
        SortedMap<VersionId, List<String>> unreached,
        SortedMap<VersionId, List<String>> expire,
        List<Version> finish,
        List<Version> linger,
        List<Version> unmark,
        List<String> notes) {

    public RetentionDecision {
        kept = new TreeMap<>(kept);
        unreached = new TreeMap<>(unreached);
        expire = new TreeMap<>(expire);
        finish = List.copyOf(finish);
        linger = List.copyOf(linger);
        unmark = List.copyOf(unmark);
        notes = List.copyOf(notes);
    }
}
