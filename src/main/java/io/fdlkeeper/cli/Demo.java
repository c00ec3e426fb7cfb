package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.Explain;
import io.fdlkeeper.maintenance.Explanation;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.ShowStatus;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Makes a sample repository and does on it what a keeper does. */
final class Demo {

    private final OpenKeeper keeper;
    private final ManagedRepository repository;
    private final Surroundings surroundings;
    private final Consumer<String> tell;

    /**
     * @param tell hears what is being done
     */
    Demo(OpenKeeper keeper, Surroundings surroundings, Consumer<String> tell) {
        this.keeper = keeper;
        this.repository = keeper.repository(keeper.names().get(0));
        this.surroundings = surroundings;
        this.tell = tell;
    }

    /** How many versions, objects and bytes a repository has. */
    record Count(Map<VersionState, Long> versions, long objects, long bytes) {
        long live() {
            return versions.getOrDefault(VersionState.LIVE, 0L);
        }
    }

    /** What became of one object, with the verdict from before anything was done. */
    record Object(String role, Explanation before, boolean stillThere) {}

    /** All that the demo has to show. */
    record Result(
            Path location,
            Count before,
            Count after,
            JobReport retention,
            JobReport collection,
            Optional<String> approved,
            Totals heldByHistory,
            List<Object> objects) {

        ExitCode exitCode() {
            return ExitCode.of(retention.outcome()).and(ExitCode.of(collection.outcome()));
        }
    }

    Result on(KeeperSource.Sample sample) {
        Count before = count();
        tell.accept("asking why three objects would be kept or go");
        List<Object> asked = Stream.of(
                        asked("kept by a tag", sample.keptByTag()),
                        asked("held by history only", sample.heldByHistory()),
                        asked("named by nothing", sample.orphan()))
                .toList();
        tell.accept("retention");
        JobReport retention = new ApplyRetention(workplace()).run(repository, order());
        tell.accept("garbage collection");
        CollectGarbage collect = new CollectGarbage(workplace());
        JobReport collection = collect.run(repository, order().trustingAge());
        Optional<String> approved = Optional.empty();
        if (collection.outcome() == JobOutcome.NEEDS_APPROVAL) {
            String digest = collection.plan().orElseThrow().header().digest();
            tell.accept("its plan needs approval, which the demo gives: --plan " + digest);
            approved = Optional.of(digest);
            collection = collect.run(repository, order().trustingAge().withPlan(digest));
        }
        Totals held = collection
                .plan()
                .map(plan -> plan.header().totals().getOrDefault("heldByHistoryOnly", Totals.NONE))
                .orElse(Totals.NONE);
        List<Object> objects = asked.stream()
                .map(object -> new Object(
                        object.role(),
                        object.before(),
                        Files.exists(folder().resolve(object.before().subject()), LinkOption.NOFOLLOW_LINKS)))
                .toList();
        return new Result(folder(), before, count(), retention, collection, approved, held, objects);
    }

    private Object asked(String role, String key) {
        return new Object(role, new Explain(workplace()).explain(repository, key, order().trustingAge()), true);
    }

    private Workplace workplace() {
        return keeper.workplace();
    }

    private Order order() {
        return new Order(surroundings.actor(), Optional.empty(), false, Progress.SILENT, surroundings.stop());
    }

    private Path folder() {
        return Path.of(repository.location());
    }

    /** Counts in the folder itself and not by what the jobs say. */
    private Count count() {
        Map<VersionState, Long> versions =
                new ShowStatus(workplace()).of(repository).versions();
        try (Stream<Path> files = Files.walk(folder())) {
            List<Long> sizes = files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(Demo::size)
                    .toList();
            return new Count(
                    versions,
                    sizes.size(),
                    sizes.stream().mapToLong(Long::longValue).sum());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
