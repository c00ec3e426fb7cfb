package io.fdlkeeper.state;

import io.fdlkeeper.gc.SeenUpload;
import io.fdlkeeper.gc.UploadLedger;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.UnfinishedUpload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Since when unfinished uploads are seen, one file for each repository. */
final class FileUploadLedger implements UploadLedger {

    private static final String KIND = "uploads";

    private final StateFolder folder;

    private record Row(ObjectKey key, String upload, Instant initiated, Instant firstSeen) {

        SeenUpload seen() {
            return new SeenUpload(new UnfinishedUpload(key, upload, initiated), firstSeen);
        }

        static Row of(SeenUpload seen) {
            UnfinishedUpload upload = seen.upload();
            return new Row(upload.key(), upload.uploadId(), upload.initiated(), seen.firstSeen());
        }
    }

    FileUploadLedger(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public Observed last(String repository) {
        Path file = file(repository);
        try (SealedReader<Row> reader = SealedReader.open(file, KIND, Row.class).orElse(null)) {
            if (reader == null) {
                return Observed.NOTHING;
            }
            List<SeenUpload> seen = new ArrayList<>();
            reader.rows().forEachRemaining(row -> seen.add(row.seen()));
            return new Observed(Optional.of(reader.at()), seen);
        } catch (DamagedFileException e) {
            throw e.of(
                    "the ledger of uploads",
                    file,
                    "move it away, and the waiting time of every unfinished upload starts again");
        }
    }

    @Override
    public void save(String repository, Instant observedAt, List<SeenUpload> uploads) {
        StateFiles.folder(folder.repository(repository));
        try (SealedWriter writer = new SealedWriter(file(repository), folder.temporary(), KIND)) {
            uploads.forEach(seen -> writer.row(Row.of(seen)));
            writer.commit(observedAt);
        }
    }

    private Path file(String repository) {
        return folder.repository(repository).resolve(KIND + ".jsonl");
    }
}
