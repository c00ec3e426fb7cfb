package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import io.fdlkeeper.withdrawal.find.Findings.Scanned;
import io.fdlkeeper.withdrawal.find.Findings.Unreadable;
import io.fdlkeeper.withdrawal.find.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says what a removal will leave behind, whoever must act on it. */
final class ExpectedResidue {

    private static final String WRITER = "the writer of the dataset";
    private static final String OPERATOR = "the operator of this repository";

    private final RemovalFacts facts;
    private final Set<VersionId> affected;
    private final List<ResidueItem> items = new ArrayList<>();

    ExpectedResidue(RemovalFacts facts, Set<VersionId> affected) {
        this.facts = facts;
        this.affected = affected;
    }

    List<ResidueItem> all(List<FoundFile> held) {
        facts.findings().versions().forEach(this::of);
        facts.findings().unreadable().forEach(this::of);
        held.forEach(file -> add(
                ResidueItem.Kind.HOLD,
                ResidueItem.subject(file.key()),
                "a hold keeps it",
                "whoever put the hold; release it, then run the case again"));
        if (!facts.findings().scanned().equals(Scanned.NOTHING)) {
            facts.findings().notes().forEach(this::notSearched);
        }
        items.addAll(facts.copies());
        return List.copyOf(items);
    }

    private void of(FoundVersion found) {
        String folder = "versions/" + found.id() + "/";
        if (found.because().contains(Place.RECORD)) {
            record(folder + "version.json", "a record is never rewritten, so that the history stays whole");
        }
        if (found.because().contains(Place.DATASET_JSON)) {
            record(folder + "dataset.json", "descriptions are not deleted by a withdrawal: review it");
        }
        if (found.because().contains(Place.FILES_JSON) && !affected.contains(found.id())) {
            record(folder + "files.json", "it belongs to a version that is not withdrawn");
        }
        if (found.because().contains(Place.FREED_BLOCKS) && !affected.contains(found.id())) {
            add(
                    ResidueItem.Kind.FREED_BLOCKS,
                    folder,
                    "blocks of its catalog that no table uses any more hold old values",
                    WRITER + ": publish a version whose catalog is made by COPY FROM DATABASE in its place");
        }
    }

    private void record(String key, String why) {
        add(ResidueItem.Kind.RECORD, key, why, WRITER);
    }

    private void of(Unreadable unreadable) {
        add(
                ResidueItem.Kind.UNREADABLE,
                ResidueItem.subject(unreadable.key()),
                "may hold it: " + unreadable.why(),
                OPERATOR);
    }

    private void notSearched(String note) {
        add(ResidueItem.Kind.NOT_SEARCHED, "places that were not searched", note, OPERATOR);
    }

    private void add(ResidueItem.Kind kind, String subject, String why, String owner) {
        items.add(new ResidueItem(
                "",
                kind,
                facts.withholding().apply(subject),
                facts.withholding().apply(why),
                owner,
                Optional.empty(),
                Optional.empty()));
    }
}
