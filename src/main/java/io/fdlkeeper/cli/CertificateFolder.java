package io.fdlkeeper.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where a certificate is written to. */
final class CertificateFolder {

    private CertificateFolder() {}

    /** Writes the documents by their names; nothing is made where there are none. */
    static void write(Path folder, Map<String, String> files) {
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.createDirectories(folder);
                Files.writeString(folder.resolve(file.getKey()), file.getValue(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ERROR, "the certificate cannot be written to " + folder + ": " + e, e);
        }
    }
}
