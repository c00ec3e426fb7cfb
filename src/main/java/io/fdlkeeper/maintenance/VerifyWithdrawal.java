package io.fdlkeeper.maintenance;

public final class VerifyWithdrawal {
    public VerifyWithdrawal(CaseDesk d) {}

    public CaseReport verify(String c, String a, io.fdlkeeper.run.Progress p) {
        throw new UnsupportedOperationException();
    }
}
