package io.fdlkeeper.config;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.schedule.CronText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Breaks every constraint, one at a time, in a file that is sound but for that. */
class ConstraintTests {

    /** Property, value, and what is said of it. */
    private static final List<String> BROKEN = """
            state.directory                   | ""           | must be given
            state.directory                   | s3://b/p     | must be a folder, not a location in a bucket
            state.keep                        | 23 hours     | must be at least 1 day
            limits.duckdb-memory              | 31 MB        | must be at least 32 MB
            limits.reference-cache            | 1KB          | must be at least 1 MB
            limits.duckdb-threads             | 0            | must be at least 1
            limits.duckdb-threads             | 257          | must be at most 256
            limits.jobs-at-once               | 0            | must be at least 1
            limits.jobs-at-once               | 65           | must be at most 64
            limits.stop-grace                 | 0 s          | must be at least 1 second
            retention.last                    | -1           | must not be negative
            retention.last                    | 99999999999  | '99999999999' is out of range
            retention.last                    | x            | 'x' is not a whole number
            retention.within                  | -1 day       | '-1 day' must not be negative
            retention.within                  | soon         | 'soon' is not a duration with a unit, such as 7 days, 15m or P7D
            retention.daily                   | -1           | must not be negative
            retention.weekly                  | -1           | must not be negative
            retention.monthly                 | -1           | must not be negative
            retention.yearly                  | -1           | must not be negative
            retention.zone                    | Atlantis     | 'Atlantis' is not a time zone, such as UTC or Europe/Berlin
            retention.min-age                 | -1 day       | '-1 day' must not be negative
            retention.mark-linger             | off          | 'off' is not a duration with a unit, such as 7 days, 15m or P7D
            retention.unreachable-after       | -1 day       | '-1 day' must not be negative
            retention.max-share               | 0            | must be above 0
            retention.max-share               | 1.01         | must be at most 1
            retention.max-share               | NaN          | must be above 0
            retention.max-share               | half         | 'half' is not a number
            retention.overrides               | 5            | '5' is not a list, such as [a, b]
            retention.overrides[].refs        | " "          | must be given, for example heads/release/*
            retention.overrides[].last        | -1           | must not be negative
            retention.overrides[].within      | P-1D         | 'P-1D' must not be negative
            retention.overrides[].daily       | -1           | must not be negative
            retention.overrides[].weekly      | -1           | must not be negative
            retention.overrides[].monthly     | -1           | must not be negative
            retention.overrides[].yearly      | -1           | must not be negative
            gc.grace                          | 59 minutes   | (59 minutes) is under 1 hour; this needs allow-short-grace
            gc.grace                          | off          | 'off' is not a duration with a unit, such as 7 days, 15m or P7D
            gc.grace-uncommitted              | 6 days       | (6 days) must not be below grace (7 days)
            gc.grace-uncommitted              | [7 days]     | must be a duration with a unit, such as 7 days, 15m or P7D
            gc.allow-short-grace              | yes          | 'yes' is not true or false
            gc.max-share                      | 0            | must be above 0
            gc.max-share                      | 1.01         | must be at most 1
            gc.skew-warn                      | 0 s          | must be at least 1 second
            gc.skew-warn                      | 16 min       | (16 minutes) must not be above skew-limit (15 minutes)
            gc.skew-limit                     | 0 s          | must be at least 1 second
            gc.root-check-valid               | 0 s          | must be at least 1 second
            gc.suffixes                       | []           | must name at least one
            gc.suffixes                       | [.parquet, parquet] | must begin with a dot, such as .parquet
            gc.batch                          | 0            | must be at least 1
            gc.batch                          | 1001         | must be at most 1000
            gc.plan-validity                  | 59 s         | must be at least 1 minute
            gc.versions                       | purge        | must be leave or purge-ours
            gc.max-objects                    | 0            | must be at least 1
            gc.max-bytes                      | 0            | must be at least 1 byte
            gc.max-bytes                      | 1.5 GiB      | '1.5 GiB' is not a size, a whole number with a unit such as 128 MB or 2 GiB
            schedules.retention               | ""           | must be a cron time, or off
            schedules.retention               | 2:30         | '2:30' is no cron time: write minute hour day month weekday, such as 30 2 * * *, or off
            schedules.retention               | 0 0 30 2 *   | '0 0 30 2 *' never comes again: write minute hour day month weekday, such as 30 2 * * *, or off
            schedules.gc                      | " "          | must be a cron time, or off
            schedules.gc                      | 0 0 1 * 1    | '0 0 1 * 1' names both days of the month and weekdays: leave one of them as *
            schedules.verify                  | ""           | must be a cron time, or off
            schedules.verify                  | 61 0 * * *   | '61 0 * * *' has the minute 61, which must be 0 to 59: write minute hour day month weekday, such as 30 2 * * *, or off
            schedules.zone                    | Moon         | 'Moon' is not a time zone, such as UTC or Europe/Berlin
            schedules.jitter                  | -1 s         | '-1 s' must not be negative
            schedules.jitter                  | 13 hours     | must be at most 12 hours
            schedules.misfire                 | always       | must be run-once or skip
            schedules.blackouts               | 5            | '5' is not a list, such as [a, b]
            schedules.blackouts[].days        | [noday]      | must be a day of the week, such as monday
            schedules.blackouts[].from        | 8:00         | must be a time of day from 00:00 to 23:59, such as 08:00
            schedules.blackouts[].from        | ""           | must be given
            schedules.blackouts[].to          | 24:00        | must be a time of day from 00:00 to 23:59, such as 08:00
            schedules.blackouts[].to          | ""           | must be given
            s3.endpoint                       | s3.example   | must be an address such as https://s3.example.org
            s3.endpoint                       | ftp://x      | must be an address such as https://s3.example.org
            s3.endpoint                       | https://x?y  | must be an address such as https://s3.example.org
            s3.region                         | eu central   | must be a region such as eu-central-1
            s3.path-style                     | maybe        | 'maybe' is not one of auto, on, off
            s3.profile                        | a b          | must be one word
            s3.role-arn                       | keeper       | must be an ARN, as in arn:aws:iam::111122223333:role/keeper
            s3.external-id                    | a b          | must be one word
            s3.session-name                   | x            | must be 2 to 64 letters, digits or any of + = , . @ _ -
            s3.delete-credentials.profile     | a b          | must be one word
            s3.delete-credentials.role-arn    | keeper       | must be an ARN, as in arn:aws:iam::111122223333:role/keeper-deletes
            s3.delete-credentials.external-id | a b          | must be one word
            s3.expect-identity                | a b          | must be one word
            s3.expected-bucket-owner          | "1111"       | must be an account of 12 digits
            s3.requests-at-once               | 0            | must be at least 1
            s3.requests-at-once               | 257          | must be at most 256
            notifications.webhook.url         | " "          | must be given
            notifications.webhook.url         | ftp://a/b    | must be an address of http or https with a host, and without a name or password
            notifications.webhook.url         | http://u:p@a/ | must be an address of http or https with a host, and without a name or password
            notifications.webhook.on          | []           | must name at least one outcome
            notifications.webhook.on          | [busy]       | must be an outcome of a run, such as failed
            notifications.webhook.timeout     | 0 s          | must be at least 1 second
            notifications.webhook.timeout     | 61 s         | must be at most 60 seconds
            notifications.webhook.secret      | short        | must have at least 16 characters
            notifications.webhook.secret-file | ""           | must be given
            withdrawal.approvals              | 3            | must be 0, 1 or 2
            withdrawal.approve-within         | 59 s         | must be at least 1 minute
            withdrawal.execute-within         | 59 s         | must be at least 1 minute
            withdrawal.guard-for              | -1 day       | '-1 day' must not be negative
            withdrawal.refs-index             | maybe        | must be write or host
            withdrawal.signing-key-file       | ""           | must be given
            withdrawal.sealing-key-file       | ""           | must be given
            withdrawal.copies[].name          | ""           | must be given
            withdrawal.copies[].repository    | ""           | must be given
            withdrawal.copies[].kind          | tape         | must be replica, mirror, backup, cdn or reader
            withdrawal.copies[].contact       | ""           | must be given
            withdrawal.copies[].check-address | ftp://x      | must be an address of http or https
            withdrawal.copies[].clear-within  | 59 s         | must be at least 1 minute
            repositories                      | []           | must name at least one repository
            repositories[].name               | ""           | must be given
            repositories[].name               | .hidden      | must be at most 64 letters, digits, dots, hyphens and underscores, and begin with a letter or digit
            repositories[].location           | ""           | must be given
            repositories[].location           | ~/data       | must be a folder; ~ is not replaced, write the path in full
            repositories[].location           | s3:///x      | must name a bucket, as in s3://bucket/prefix/
            repositories[].location           | s3://a b/x   | must name a bucket, as in s3://bucket/prefix/; 'a b' cannot be one
            repositories[].location           | s3://bk/x//y | must have a prefix without empty or dotted parts, as in s3://bucket/prefix/
            repositories[].location           | s3://bk/../y | must have a prefix without empty or dotted parts, as in s3://bucket/prefix/
            repositories[].location           | "a\\0b"      | must be a folder; this cannot be one on this system
            repositories[].location           | https://h/x  | must be a folder or s3://bucket/prefix/, not another kind of address
            repositories[].published-as       | [""]         | must not be blank
            repositories[].published-as       | [bucket/x]   | must be an address such as s3://bucket/prefix/ or an absolute folder
            repositories[].retention          | 5            | '5' is not a section with keys of its own
            """.lines().toList();

    private static final ConfigurationLoader LOADER = new ConfigurationLoader(CronText.SYNTAX);

    @TempDir
    Path folder;

    static Stream<String[]> broken() {
        return BROKEN.stream()
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aBrokenConstraintIsTheOnlyProblemAndStandsAtItsProperty(String path, String value, String complaint)
            throws Exception {
        var file = Files.writeString(folder.resolve("x.yml"), configuration(path, value));
        var reading = LOADER.load(file, Map.of());
        assertThat(reading).isInstanceOf(ConfigurationReading.Refused.class);
        var problems = ((ConfigurationReading.Refused) reading).problems();
        assertThat(problems).as(((ConfigurationReading.Refused) reading).text()).hasSize(1);
        assertThat(problems.get(0).path()).startsWith(path.replace("[]", "[0]"));
        assertThat(problems.get(0).text()).isEqualTo(complaint);
        assertThat(Files.readAllLines(file).get(problems.get(0).line() - 1)).contains(value);
    }

    @Test
    void everyConstrainedPropertyIsBrokenOnce() {
        var constrained = Property.all().stream()
                .filter(Property::isConstrained)
                .map(Property::path)
                .collect(toSet());
        assertThat(broken().map(row -> row[0]).collect(toSet())).containsAll(constrained);
    }

    /** A sound file, and one property in it with another value, in the flow style that fits on one line each. */
    private static String configuration(String path, String value) {
        var lines = new java.util.ArrayList<String>();
        var keys = path.split("\\.(?=[a-z])");
        if (!path.startsWith("repositories")) {
            lines.add("repositories: [{name: demo, location: ./demo}]");
        }
        if (path.startsWith("repositories[]")) {
            lines.add("repositories:");
            lines.add("  - x: 0");
            lines.set(1, path.endsWith("name") ? "  - location: ./demo" : "  - name: demo");
            if (!path.endsWith("name") && !path.endsWith("location")) {
                lines.add("    location: ./demo");
            }
            lines.add("    " + keys[1] + ": " + value);
        } else if (path.startsWith("retention.overrides[]")) {
            lines.add("retention:");
            lines.add("  overrides:");
            lines.add(path.endsWith("refs") ? "    - daily: 1" : "    - refs: heads/x");
            lines.add("      " + keys[2] + ": " + value);
        } else if (path.startsWith("schedules.blackouts[]")) {
            lines.add("schedules:");
            lines.add("  blackouts:");
            lines.add(path.endsWith("from") ? "    - to: 18:00" : "    - from: 08:00");
            if (path.endsWith("days")) {
                lines.add("      to: 18:00");
            }
            lines.add("      " + keys[2] + ": " + value);
        } else if (path.startsWith("withdrawal.copies[]")) {
            lines.add("withdrawal:");
            lines.add("  copies:");
            lines.add(path.endsWith("name") ? "    - contact: ops" : "    - name: mirror");
            if (!path.endsWith("name") && !path.endsWith("contact")) {
                lines.add("      contact: ops");
            }
            lines.add("      " + keys[2] + ": " + value);
        } else if (path.startsWith("notifications.webhook")) {
            lines.add("notifications:");
            lines.add("  webhook:");
            lines.add("    " + keys[2] + ": " + value);
            if (!path.endsWith("url")) {
                lines.add("    url: https://h/x");
            }
        } else if (keys.length == 1) {
            lines.add(path + ": " + value);
        } else {
            for (int i = 0; i < keys.length; i++) {
                lines.add("  ".repeat(i) + keys[i] + ":" + (i == keys.length - 1 ? " " + value : ""));
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
