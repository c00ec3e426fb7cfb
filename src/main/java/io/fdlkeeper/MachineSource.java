package io.fdlkeeper;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.cli.KeeperSource;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.signing.SshSigning;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.withdrawal.Signing;
import java.nio.file.Path;
import java.util.Optional;

/** What is the same wherever a command is carried out: what needs no open state, only the machine as the command line sees it. */
abstract class MachineSource implements KeeperSource {

    final Machine machine;
    final Settings settings;

    MachineSource(Machine machine) {
        this.machine = machine;
        this.settings = new Settings(machine);
    }

    @Override
    public final Signing checking() {
        return new SshSigning(machine.folder().resolve("no-key-is-needed-to-check"));
    }

    @Override
    public final AuditAccount auditIn(Path folder) {
        return KeeperState.auditIn(machine.folder().resolve(folder));
    }

    @Override
    public final KeeperOptions recall(KeeperOptions options, Optional<String> caseId) {
        return new CasePlaces(settings).recall(options, caseId);
    }

    @Override
    public final void remember(KeeperOptions options, OpenKeeper keeper, String caseId) {
        new CasePlaces(settings).remember(options, keeper, caseId);
    }
}
