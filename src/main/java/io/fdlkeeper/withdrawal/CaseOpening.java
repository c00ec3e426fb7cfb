package io.fdlkeeper.withdrawal;

import java.util.List;
import java.util.Optional;

/**
 * What a case was opened with.
 *
 * @param locations   the repositories it spans, at least one
 * @param reasonClass why, from a small vocabulary such as {@code personal-data}; never free text about the value
 * @param openedBy    who opened it
 * @param requester   who asked for it; the one who opened it where nobody is named. Never approves it
 * @param deleteTags  whether tags on affected versions are the case's to delete
 * @param approvals   how many people must approve the plan, 0 to 2
 * @param guarded     whether new versions are looked at for the withdrawn data afterwards
 */
public record CaseOpening(
        List<String> locations,
        String reasonClass,
        String openedBy,
        Optional<String> requester,
        boolean deleteTags,
        int approvals,
        boolean guarded) {

    public CaseOpening {
        locations = List.copyOf(locations);
        if (locations.isEmpty()) {
            throw new IllegalArgumentException("a case is about at least one repository");
        }
    }

    /** Takes another word for who asked. */
    public CaseOpening withRequester(String newRequester) {
        return new CaseOpening(
                locations, reasonClass, openedBy, Optional.of(newRequester), deleteTags, approvals, guarded);
    }
}
