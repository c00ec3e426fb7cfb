package io.fdlkeeper.repository;

import java.util.ArrayList;
import java.util.List;

/** Gathers what an observation meets on its way. */
final class Findings {

    /** Foreign things are shown to people, not counted on, so a bucket full of them costs no memory. */
    private static final int FOREIGN_SHOWN = 1000;

    private final List<Refusal> refusals = new ArrayList<>();
    private final List<String> foreign = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    void refuse(Guard guard, String subject, String detail) {
        Refusal refusal = new Refusal(guard, subject, detail);
        if (!refusals.contains(refusal)) {
            refusals.add(refusal);
        }
    }

    /** Tells whether something was refused about this subject. */
    boolean refused(String subject) {
        return refusals.stream().anyMatch(refusal -> refusal.subject().equals(subject));
    }

    void foreign(String key) {
        if (foreign.size() < FOREIGN_SHOWN) {
            foreign.add(key);
        }
    }

    void note(String sentence) {
        notes.add(sentence);
    }

    List<Refusal> refusals() {
        return refusals;
    }

    List<String> foreign() {
        return foreign;
    }

    List<String> notes() {
        return notes;
    }
}
