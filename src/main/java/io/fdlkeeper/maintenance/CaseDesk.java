package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.CaseStore;
import io.fdlkeeper.withdrawal.Signing;
import io.fdlkeeper.withdrawal.find.LeakSearches;
import java.util.function.Function;

/**
 * What the use cases of withdrawals work with.
 *
 * @param workplace    what every use case works with
 * @param searches     opens searches
 * @param signing      signs and checks signatures
 * @param rules        the numbers and addresses of the configuration
 * @param repositories reaches for a repository by its location; throws IllegalArgumentException with a sentence when it is not known
 */
public record CaseDesk(
        Workplace workplace,
        LeakSearches searches,
        Signing signing,
        WithdrawalRules rules,
        Function<String, ManagedRepository> repositories) {

    CaseStore cases() {
        return workplace.state().cases();
    }
}
