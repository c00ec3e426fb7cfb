package io.fdlkeeper;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperSource;
import io.fdlkeeper.sample.LeakSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;

/** The sample in which an address leaked, as the command line plays it. */
record LeakyWriter(LeakSample sample, Clock clock) implements KeeperSource.Leak {

    static LeakyWriter begin(Path folder, Clock clock, long seed) {
        try {
            return new LeakyWriter(LeakSample.create(folder, clock.instant(), seed), clock);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ERROR, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String table() {
        return sample.table();
    }

    @Override
    public String column() {
        return sample.column();
    }

    @Override
    public String value() {
        return sample.address();
    }

    @Override
    public String publishClean() {
        try {
            return sample.publishClean(clock.instant());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ERROR, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        try {
            sample.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
