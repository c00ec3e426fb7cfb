package io.fdlkeeper.cli;

import io.fdlkeeper.run.Progress;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Shows how far a job has come: a bar with rate and estimate on a terminal, one line for each stage elsewhere. */
final class ProgressLines implements Progress {

    private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(100);
    private static final int BAR = 24;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream err;
    private final boolean terminal;
    private final Clock clock;
    private String stage = "";
    private long expected = -1;
    private long done;
    private Instant began;
    private Instant drawn = Instant.MIN;

    ProgressLines(PrintStream err, boolean terminal, Clock clock) {
        this.err = err;
        this.terminal = terminal;
        this.clock = clock;
        this.began = clock.instant();
    }

    @Override
    public void stage(String name, long units) {
        stage = name;
        expected = units;
        done = 0;
        began = clock.instant();
        drawn = Instant.MIN;
        if (terminal) {
            draw(began);
        } else {
            err.println(name + (units > 0 ? " (" + units + ")" : ""));
        }
    }

    @Override
    public void advance(long by) {
        done += by;
        if (terminal) {
            Instant now = clock.instant();
            if (drawn.equals(Instant.MIN) || Duration.between(drawn, now).compareTo(BETWEEN_DRAWINGS) >= 0) {
                draw(now);
            }
        }
    }

    /** Takes the bar away, so that the report begins on a clean line. */
    void end() {
        if (terminal && !stage.isEmpty()) {
            err.print(CLEAR_LINE);
            err.flush();
        }
    }

    private void draw(Instant now) {
        drawn = now;
        err.print(CLEAR_LINE + line(now));
        err.flush();
    }

    private String line(Instant now) {
        double seconds = Duration.between(began, now).toMillis() / 1000.0;
        double rate = seconds > 0 ? done / seconds : 0;
        StringBuilder line = new StringBuilder(stage);
        if (expected > 0) {
            int filled = (int) Math.min(BAR, BAR * done / expected);
            line.append(" [")
                    .append("#".repeat(filled))
                    .append(".".repeat(BAR - filled))
                    .append("] ");
            line.append(done).append('/').append(expected);
        } else if (done > 0) {
            line.append(' ').append(done);
        }
        if (rate > 0) {
            line.append(String.format(Locale.ROOT, ", %.0f/s", rate));
            if (expected > done) {
                line.append(", ").append(left(Math.round((expected - done) / rate)));
            }
        }
        return line.toString();
    }

    private static String left(long seconds) {
        return seconds < 90 ? seconds + " s left" : Math.round(seconds / 60.0) + " min left";
    }
}
