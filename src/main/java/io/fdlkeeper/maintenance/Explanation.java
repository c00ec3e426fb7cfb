package io.fdlkeeper.maintenance;

import java.util.List;

/**
 * Why something is kept or goes.
 *
 * @param subject   the key or version asked about
 * @param verdict   one word scripts can test, for example {@code live}, {@code young}, {@code candidate}, {@code expire}, {@code absent}
 * @param sentences the reasons, for a person
 */
public record Explanation(String subject, String verdict, List<String> sentences) {

    public Explanation {
        sentences = List.copyOf(sentences);
    }
}
