package io.fdlkeeper.sample;

import io.fdlkeeper.sample.VersionFolders.Reached;
import io.fdlkeeper.sample.VersionFolders.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What happened in the sample repository, day by day. One writer publishes to {@code main} for 45 days; on the twelfth day
 * another starts the branch {@code history} from there. Twice a writer gives up, and twice one is killed on the way.
 */
final class SampleStory {
    static final int DAYS = 45;
    static final int TAGGED_DAY = 6;
    static final int FIRST_DAY_OF_HISTORY = 12;
    static final String MAIN = "refs/heads/main";
    static final String HISTORY = "refs/heads/history";
    static final String TAG = "refs/tags/first-census";

    private static final int VISITS_EVERY = 7;
    private static final int KILLED_DAY = 24;
    private static final Duration LAST_PUBLISHED_BEFORE_NOW = Duration.ofHours(3);
    private static final Duration HISTORY_AFTER_MAIN = Duration.ofMinutes(100);
    private static final Duration OLD_LEFTOVER = Duration.ofDays(36);
    private static final Duration YOUNG_LEFTOVER = Duration.ofDays(2);
    private static final Duration YOUNG_UNFINISHED = Duration.ofMinutes(20);

    private final RepositoryFolder folder;
    private final SeededIds ids;
    private final Instant now;
    private final long seed;
    private final VersionFolders versions;
    private @Nullable Version main;
    private @Nullable Version history;
    private String keptByTag = "";
    private String heldByHistory = "";

    private SampleStory(RepositoryFolder folder, SeededIds ids, Instant now, long seed) {
        this.folder = folder;
        this.ids = ids;
        this.now = now;
        this.seed = seed;
        this.versions = new VersionFolders(folder, ids);
    }

    static SampleReport tell(Path root, Instant now, long seed) throws SQLException, IOException {
        var ids = new SeededIds(seed);
        var start = now.truncatedTo(ChronoUnit.SECONDS);
        var folder = RepositoryFolder.init(root, ids, start.minus(Duration.ofDays(DAYS + 1)));
        return new SampleStory(folder, ids, start, seed).run();
    }

    private SampleReport run() throws SQLException, IOException {
        var first = now.minus(Duration.ofDays(DAYS));
        try (var towns = new TownsWriter(folder.dataFolder(), ids, seed, first)) {
            for (int day = 1; day < FIRST_DAY_OF_HISTORY; day++) {
                publishTowns(towns, day, publishedOn(day));
            }
            publishBoth(towns);
            var orphan = towns.giveUpAfterWriting(FIRST_DAY_OF_HISTORY, now.minus(OLD_LEFTOVER));
            towns.giveUpAfterWriting(DAYS - 1, now.minus(YOUNG_LEFTOVER));
            beKilled(towns, DAYS + 1, Reached.DATASET, now.minus(YOUNG_UNFINISHED));
            return new SampleReport(
                    versions.complete(),
                    versions.unfinished(),
                    folder.objects(),
                    folder.bytes(),
                    keptByTag,
                    heldByHistory,
                    orphan);
        }
    }

    private void publishBoth(TownsWriter towns) throws SQLException, IOException {
        var origin = Objects.requireNonNull(main);
        history = origin;
        var begun = publishedOn(FIRST_DAY_OF_HISTORY);
        try (var readings =
                new ReadingsWriter(versions.catalog(origin), towns.catalog(), folder.dataFolder(), ids, seed, begun)) {
            for (int day = FIRST_DAY_OF_HISTORY; day <= DAYS; day++) {
                var at = publishedOn(day);
                if (day == KILLED_DAY) {
                    beKilled(towns, day, Reached.CATALOG, at.minus(Duration.ofHours(2)));
                }
                publishTowns(towns, day, at);
                publishReadings(readings, day, at.plus(HISTORY_AFTER_MAIN));
            }
        }
    }

    private void publishTowns(TownsWriter towns, int day, Instant at) throws SQLException, IOException {
        var key = towns.rebuild(day, at);
        if (day % VISITS_EVERY == 1) {
            towns.addVisits(day, at);
        }
        if (day == TAGGED_DAY - 2) {
            towns.correctVisits(TownsWriter.REGION_TO_ENCODE, at);
        } else if (day == 30) {
            towns.correctVisits("north", at);
        }
        towns.expireSnapshots(at);
        main = versions.publish(towns.catalog(), main, "towns job", "Towns of day " + day, at);
        folder.pointRef(MAIN, main.id(), at.plusSeconds(6));
        if (day == TAGGED_DAY) {
            folder.pointRef(TAG, main.id(), at.plusSeconds(90));
            keptByTag = key;
        }
    }

    private void publishReadings(ReadingsWriter readings, int day, Instant at) throws SQLException, IOException {
        var draft = readings.rebuild(day, at);
        if (day == FIRST_DAY_OF_HISTORY) {
            heldByHistory = draft;
        } else if (day % 10 == 0) {
            readings.correct(at);
        }
        history = versions.publish(readings.catalog(), history, "readings job", "Readings of day " + day, at);
        folder.pointRef(HISTORY, history.id(), at.plusSeconds(6));
    }

    private void beKilled(TownsWriter towns, int day, Reached reached, Instant at) throws SQLException, IOException {
        towns.rebuild(day, at);
        towns.expireSnapshots(at);
        versions.leaveUnfinished(towns.catalog(), reached, at);
    }

    private Instant publishedOn(int day) {
        return now.minus(Duration.ofDays(DAYS - day)).minus(LAST_PUBLISHED_BEFORE_NOW);
    }
}
