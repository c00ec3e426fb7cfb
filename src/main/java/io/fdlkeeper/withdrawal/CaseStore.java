package io.fdlkeeper.withdrawal;

import java.util.List;
import java.util.Optional;

/** Keeps cases, and beside each its sealed files. */
public interface CaseStore {

    /** Lists all cases, oldest first. */
    List<WithdrawalCase> list();

    Optional<WithdrawalCase> find(String id);

    /** Keeps a new case and makes the key of its sealed files. */
    void create(WithdrawalCase opened);

    /**
     * Replaces a case that is still as it was read, durably; no word of anybody who changed it meanwhile is lost.
     *
     * @throws CaseChangedException when it is another by now
     */
    void save(WithdrawalCase changed, WithdrawalCase expected);

    /** Returns the sealed files of a case. */
    SealedFiles files(String id);

    /** Keeps a document of a case that shows nothing personal, such as its certificate. */
    void putDocument(String id, String name, byte[] content);

    Optional<byte[]> document(String id, String name);

    /** Returns how many people must approve plans for a repository; empty where nothing was recorded yet. */
    Optional<Integer> approvalsFor(String location);

    void recordApprovals(String location, int approvals);

    /** Lists the keys whose signatures count. */
    List<EnrolledKey> enrolledKeys();

    void enrol(EnrolledKey key);

    /** Removes a person's key; false when there is none. */
    boolean remove(String person);
}
