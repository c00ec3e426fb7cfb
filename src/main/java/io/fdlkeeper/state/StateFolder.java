package io.fdlkeeper.state;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Where everything lies in a state directory. */
record StateFolder(Path root) {

    /** What beginning anew means, for the end of a sentence. */
    static final String ANEW = "move the state directory away and begin anew: waiting times then start again, "
            + "and holds and recorded losses must be entered again";

    private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final Pattern NOT_PLAIN = Pattern.compile("[^a-z0-9]+");
    private static final int LONGEST_SLUG = 40;
    private static final int HASH_DIGITS = 12;

    Path lock() {
        return root.resolve("lock");
    }

    Path document() {
        return root.resolve("state.json");
    }

    Path secret() {
        return root.resolve("key-hash.secret");
    }

    /** The database's file; the engine wants the name without its ending. */
    Path database() {
        return root.resolve("keeper.mv.db");
    }

    /** Where an operator leaves a database that is given up; only beside it a new one is begun. */
    Path damagedDatabase() {
        return root.resolve("keeper.mv.db.damaged");
    }

    Path audit() {
        return root.resolve("audit");
    }

    Path cases() {
        return root.resolve("cases");
    }

    Path plans() {
        return root.resolve("plans");
    }

    Path journals() {
        return root.resolve("journals");
    }

    Path messages() {
        return root.resolve("messages");
    }

    /** Files that mean nothing after the process; emptied at every start. */
    Path temporary() {
        return root.resolve("temporary");
    }

    Path repositories() {
        return root.resolve("repositories");
    }

    /** Returns the folder of a repository: a short hash of its location, and the location for people to recognise. */
    Path repository(String location) {
        String slug = NOT_PLAIN.matcher(location.toLowerCase(Locale.ROOT)).replaceAll("-");
        slug = slug.substring(Math.max(0, slug.length() - LONGEST_SLUG));
        String hash = Sha256.of(location.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_DIGITS);
        return repositories().resolve(slug.startsWith("-") ? hash + slug : hash + "-" + slug);
    }

    static boolean isFileName(String text) {
        return RUN_ID.matcher(text).matches();
    }

    /** Refuses an id that would not be a plain file name. */
    static String fileNameOf(String run) {
        if (!RUN_ID.matcher(run).matches()) {
            throw new IllegalArgumentException("not an id of a run (letters, digits, '.', '_' and '-'): " + run);
        }
        return run;
    }
}
