package io.fdlkeeper.cli;

/** Text from outside, made fit for a terminal and for a shell. */
final class Shown {

    private Shown() {}

    /** Replaces control characters, with which a name could rewrite the screen. */
    static String safely(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Character.isISOControl(point)) {
                shown.append(String.format("\\u%04x", point));
            } else {
                shown.appendCodePoint(point);
            }
        });
        return shown.toString();
    }

    /** Quotes a word for a POSIX shell where it needs it. */
    static String asWord(String text) {
        return text.matches("[A-Za-z0-9_@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
