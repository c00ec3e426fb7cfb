package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** An object's bytes in a temporary file that only its owner may read. */
final class TemporaryCopy {

    /** What the names of all these files begin with, so that leftovers of a killed process can be told. */
    static final String NAME_PREFIX = "fdl-keeper-object-";

    private final Path path;

    private TemporaryCopy(Path path) {
        this.path = path;
    }

    static TemporaryCopy createIn(Path folder) {
        try {
            Files.createDirectories(folder);
            return new TemporaryCopy(Files.createTempFile(folder, NAME_PREFIX, ".copy"));
        } catch (IOException e) {
            throw new StoreException(
                    "No temporary file for an object can be made in " + folder + " (" + e
                            + "); give a folder that can be written.",
                    e);
        }
    }

    /** Writes a body here, from the first byte on also when it is asked for again. */
    ResponseTransformer<GetObjectResponse, GetObjectResponse> taking() {
        return (response, stream) -> {
            try (var out = Files.newOutputStream(path)) {
                stream.transferTo(out);
            }
            return response;
        };
    }

    /**
     * Names what the file holds.
     *
     * @throws StoreException when it does not have all of the object's bytes
     */
    LocalFile of(ListedObject object) {
        long written;
        try {
            written = Files.size(path);
        } catch (IOException e) {
            throw new StoreException("The temporary file " + path + " cannot be read back (" + e + "); run again.", e);
        }
        if (written != object.bytes()) {
            throw new StoreException("Of " + object.key() + " came " + written + " bytes of " + object.bytes()
                    + "; run again, and free space in " + path.getParent() + " if it is full.");
        }
        return new LocalFile() {
            @Override
            public Path path() {
                return path;
            }

            @Override
            public ListedObject object() {
                return object;
            }

            @Override
            public void close() {
                delete();
            }
        };
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new StoreException(
                    "The temporary file " + path + " cannot be removed (" + e + "); remove it by hand.", e);
        }
    }
}
