package io.fdlkeeper.state;

import com.fasterxml.jackson.databind.ObjectReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of the audit log: the entry's JSON with its SHA-256 as the last member.
 *
 * @param content the entry without its digest
 * @param hash    the digest of the content
 */
record AuditLine(String content, String hash) {

    private static final Pattern LINE = Pattern.compile("(\\{.*),\"hash\":\"([0-9a-f]{64})\"\\}", Pattern.DOTALL);
    private static final ObjectReader ENTRY = JsonText.MAPPER.readerFor(FileAuditLog.Entry.class);

    static AuditLine of(FileAuditLog.Entry entry) {
        String content = new String(LineWriter.line(entry), StandardCharsets.UTF_8).strip();
        return new AuditLine(content, digest(content));
    }

    /** Reads a line, without its end, and checks its own digest. */
    static AuditLine parse(String text, long number) throws DamagedFileException {
        Matcher parts = LINE.matcher(text);
        if (!parts.matches()) {
            throw new DamagedFileException("is damaged in line " + number);
        }
        AuditLine line = new AuditLine(parts.group(1) + "}", parts.group(2));
        if (!digest(line.content).equals(line.hash)) {
            throw new DamagedFileException("was changed in line " + number);
        }
        return line;
    }

    FileAuditLog.Entry entry(long number) throws DamagedFileException {
        return LineReader.parse(ENTRY, content, number);
    }

    byte[] bytes() {
        String open = content.substring(0, content.length() - 1);
        return (open + ",\"hash\":\"" + hash + "\"}\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String digest(String content) {
        return Sha256.of(content.getBytes(StandardCharsets.UTF_8));
    }
}
