package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.CaseStore;
import io.fdlkeeper.withdrawal.Signing;
import io.fdlkeeper.withdrawal.find.LeakSearches;
import io.fdlkeeper.withdrawal.removal.PublicAddresses;
import io.fdlkeeper.withdrawal.removal.RowReads;
import java.util.function.Function;

/**
 * What the use cases of withdrawals work with.
 *
 * @param workplace    what every use case works with
 * @param searches     opens searches
 * @param signing      signs and checks signatures
 * @param rules        the numbers and addresses of the configuration
 * @param repositories reaches for a repository by its location; throws IllegalArgumentException with a sentence when it is not known
 * @param looks        how a removal is verified
 */
public record CaseDesk(
        Workplace workplace,
        LeakSearches searches,
        Signing signing,
        WithdrawalRules rules,
        Function<String, ManagedRepository> repositories,
        Looks looks) {

    /**
     * How a removal is verified.
     *
     * @param rows      reads rows of files that are kept
     * @param addresses looks at addresses from outside
     */
    public record Looks(RowReads rows, PublicAddresses addresses) {}

    /** A desk at which no removal is verified. */
    public CaseDesk(
            Workplace workplace,
            LeakSearches searches,
            Signing signing,
            WithdrawalRules rules,
            Function<String, ManagedRepository> repositories) {
        this(
                workplace,
                searches,
                signing,
                rules,
                repositories,
                new Looks(
                        store -> {
                            throw new IllegalStateException("rows are not read here");
                        },
                        address -> {
                            throw new IllegalStateException("no address is asked here");
                        }));
    }

    CaseStore cases() {
        return workplace.state().cases();
    }
}
