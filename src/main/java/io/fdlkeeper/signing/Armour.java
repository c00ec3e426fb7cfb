package io.fdlkeeper.signing;

import java.util.Base64;

/** Puts bytes between lines that say what they are, and takes them out. */
final class Armour {

    static final Armour SIGNATURE = new Armour("SSH SIGNATURE");
    static final Armour PRIVATE_KEY = new Armour("OPENSSH PRIVATE KEY");

    private static final int LINE = 70;

    private final String begin;
    private final String end;

    private Armour(String what) {
        begin = "-----BEGIN " + what + "-----";
        end = "-----END " + what + "-----";
    }

    String around(byte[] bytes) {
        return begin + "\n" + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes) + "\n" + end + "\n";
    }

    byte[] within(String text) {
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new MalformedSshException();
        }
        try {
            return Base64.getDecoder()
                    .decode(text.substring(from + begin.length(), to).replaceAll("\\s", ""));
        } catch (IllegalArgumentException e) {
            throw new MalformedSshException();
        }
    }
}
