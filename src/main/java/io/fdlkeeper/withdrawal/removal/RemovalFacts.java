package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.find.Findings;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What a removal plan of one repository is made of.
 *
 * @param grace         how old an unfinished folder is before its writer has given it up
 * @param options       what the case may do
 * @param storeVersions ids of every version and delete marker that the store keeps of a key
 * @param head          how a version names found files
 * @param withholding   withholds the value in a text
 * @param copies        copies elsewhere that somebody must clear
 */
public record RemovalFacts(
        Findings findings,
        RepositoryView view,
        Holds holds,
        Duration grace,
        Options options,
        Function<String, List<String>> storeVersions,
        Function<VersionId, Naming> head,
        UnaryOperator<String> withholding,
        List<ResidueItem> copies) {

    /** @param writeRefsIndex whether {@code refs.json} is ours to write */
    public record Options(boolean deleteTags, boolean writeRefsIndex) {}

    /** How a version names found files. */
    public enum Naming {
        /** Its newest snapshot reads one of them. */
        NEWEST_SNAPSHOT,
        /** Only rows of older snapshots, or ended rows, name one. */
        HISTORY,
        /** It names none; its catalog itself shows the value. */
        CATALOG
    }
}
