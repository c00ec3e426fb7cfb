package io.fdlkeeper.config;

import java.util.List;
import java.util.stream.Collectors;

/** What became of reading a configuration. */
public sealed interface ConfigurationReading {

    /** It is sound. */
    record Read(KeeperConfiguration configuration) implements ConfigurationReading {}

    /** It is not, and nothing of it is to be used. */
    record Refused(List<ConfigurationProblem> problems) implements ConfigurationReading {

        public Refused {
            problems = List.copyOf(problems);
        }

        /** Returns every problem on a line of its own. */
        public String text() {
            return problems.stream().map(ConfigurationProblem::toString).collect(Collectors.joining("\n"));
        }
    }
}
