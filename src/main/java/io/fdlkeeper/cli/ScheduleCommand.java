package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.Upcoming;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows when jobs run by themselves. */
@Command(
        name = "schedule",
        description = "Show when jobs run by themselves in a service.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper schedule next --count 5",
        subcommands = {ScheduleCommand.OfList.class, ScheduleCommand.OfNext.class})
final class ScheduleCommand {

    @Command(
            name = "list",
            description = "List the schedules: cron time, zone, when each began last and begins next, what it missed.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper schedule list")
    static final class OfList extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        OfList(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                List<Upcoming> all = of(keeper, repositories, 1);
                answer(
                        json -> {
                            json.writeArrayFieldStart("schedules");
                            for (Upcoming schedule : all) {
                                write(json, schedule);
                            }
                            json.writeEndArray();
                        },
                        out -> {
                            Table table =
                                    new Table("repository", "job", "cron", "zone", "last", "next", "missed", "state");
                            all.forEach(schedule -> table.row(
                                    schedule.job().repository(),
                                    schedule.job().job().id(),
                                    schedule.job().schedule().cron(),
                                    schedule.job().schedule().zone().toString(),
                                    last(schedule).map(Instant::toString).orElse("-"),
                                    next(schedule).map(Instant::toString).orElse("never"),
                                    Long.toString(schedule.kept()
                                            .map(FireTime::misfires)
                                            .orElse(0L)),
                                    state(schedule)));
                            table.to(out);
                        });
                return ExitCode.DONE;
            }
        }

        private static void write(JsonGenerator json, Upcoming schedule) throws IOException {
            json.writeStartObject();
            json.writeStringField("repository", schedule.job().repository());
            json.writeStringField("location", schedule.job().location());
            json.writeStringField("job", schedule.job().job().id());
            json.writeStringField("cron", schedule.job().schedule().cron());
            json.writeStringField("zone", schedule.job().schedule().zone().toString());
            json.writeStringField("jitter", schedule.job().schedule().jitter().toString());
            json.writeStringField("misfire", schedule.job().schedule().misfire().id());
            JsonOutput.optional(json, "last", last(schedule));
            JsonOutput.optional(json, "next", next(schedule));
            json.writeNumberField(
                    "misfires", schedule.kept().map(FireTime::misfires).orElse(0L));
            json.writeBooleanField("owed", schedule.kept().map(FireTime::owed).orElse(false));
            json.writeBooleanField("paused", schedule.pause().isPresent());
            json.writeEndObject();
        }

        private static String state(Upcoming schedule) {
            boolean owed = schedule.kept().map(FireTime::owed).orElse(false);
            return schedule.pause()
                    .map(pause -> Shown.safely(pause.text()))
                    .orElse(owed ? "runs as soon as it may" : "on");
        }

        private static Optional<Instant> last(Upcoming schedule) {
            return schedule.kept().flatMap(FireTime::lastStarted);
        }

        private static Optional<Instant> next(Upcoming schedule) {
            return schedule.next().stream().findFirst().map(Upcoming.Firing::at);
        }
    }

    @Command(
            name = "next",
            description = "List the next firings of all schedules, in order.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper schedule next --count 20")
    static final class OfNext extends KeeperCommand {

        private static final int MOST = 1000;

        @Mixin
        private RepositoryOptions repositories;

        @Option(names = "--count", paramLabel = "N", defaultValue = "10", description = "How many. Default: 10.")
        private int count;

        OfNext(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            if (count < 1 || count > MOST) {
                throw new CommandFailure(ExitCode.USAGE, "--count " + count + " is not from 1 to " + MOST);
            }
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                List<Coming> firings = of(keeper, repositories, count).stream()
                        .flatMap(schedule -> schedule.next().stream().map(firing -> new Coming(schedule, firing)))
                        .sorted(Comparator.comparing(coming -> coming.firing().at()))
                        .limit(count)
                        .toList();
                answer(
                        json -> {
                            json.writeArrayFieldStart("firings");
                            for (Coming coming : firings) {
                                coming.write(json);
                            }
                            json.writeEndArray();
                        },
                        out -> {
                            Table table = new Table("at", "repository", "job", "but");
                            firings.forEach(coming -> table.row(
                                    coming.firing().at().toString(),
                                    coming.schedule().job().repository(),
                                    coming.schedule().job().job().id(),
                                    coming.obstacle()));
                            table.to(out);
                        });
                return ExitCode.DONE;
            }
        }
    }

    /** One firing of a schedule. */
    private record Coming(Upcoming schedule, Upcoming.Firing firing) {

        boolean isPaused() {
            return schedule.pause().filter(pause -> pause.isActive(firing.at())).isPresent();
        }

        String obstacle() {
            return isPaused()
                    ? "paused"
                    : firing.blackout().map(end -> "in a blackout until " + end).orElse("");
        }

        void write(JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeStringField("at", firing.at().toString());
            json.writeStringField("repository", schedule.job().repository());
            json.writeStringField("job", schedule.job().job().id());
            json.writeBooleanField("paused", isPaused());
            JsonOutput.optional(json, "blackoutUntil", firing.blackout());
            json.writeEndObject();
        }
    }

    private static List<Upcoming> of(OpenKeeper keeper, RepositoryOptions repositories, int firings) {
        List<String> chosen = repositories.chosen(keeper);
        // Of a name that there is not, the keeper says so.
        chosen.forEach(keeper::repository);
        return keeper.upcoming(firings).stream()
                .filter(schedule -> chosen.contains(schedule.job().repository()))
                .toList();
    }
}
