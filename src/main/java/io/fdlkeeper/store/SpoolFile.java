package io.fdlkeeper.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Listed objects one after the other in a temporary file that only its owner may read, since keys can be personal data. */
final class SpoolFile {

    /** What the names of all these files begin with, so that leftovers of a killed process can be told. */
    static final String NAME_PREFIX = "fdl-keeper-listing-";

    private static final int BUFFER = 1 << 16;

    private final Path path;

    private SpoolFile(Path path) {
        this.path = path;
    }

    static SpoolFile createIn(Path directory) {
        try {
            return new SpoolFile(Files.createTempFile(directory, NAME_PREFIX, ".spool"));
        } catch (IOException e) {
            throw new StoreException(
                    "No temporary file for a listing can be made in " + directory + " (" + e
                            + "); give a folder that can be written.",
                    e);
        }
    }

    Writer writer() {
        try {
            return new Writer(new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER)));
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    Reader reader(int bufferBytes) {
        try {
            return new Reader(new DataInputStream(new BufferedInputStream(Files.newInputStream(path), bufferBytes)));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    Reader reader() {
        return reader(BUFFER);
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new StoreException(
                    "The temporary file " + path + " cannot be removed (" + e + "); remove it by hand.", e);
        }
    }

    private StoreException unwritable(IOException e) {
        return new StoreException(
                "The listing cannot be kept in " + path + " (" + e.getMessage()
                        + "); free space in its folder or name another one.",
                e);
    }

    private StoreException unreadable(IOException e) {
        return new StoreException("The listing kept in " + path + " cannot be read back (" + e + "); run again.", e);
    }

    /** Appends objects; the file is whole once this is closed. */
    final class Writer implements AutoCloseable {

        private final DataOutputStream out;

        private Writer(DataOutputStream out) {
            this.out = out;
        }

        void write(ListedObject object) {
            try {
                out.writeByte(1);
                out.writeUTF(object.key().text());
                out.writeLong(object.bytes());
                out.writeLong(object.lastModified().getEpochSecond());
                out.writeInt(object.lastModified().getNano());
                out.writeUTF(object.etag().text());
            } catch (IOException e) {
                throw unwritable(e);
            }
        }

        @Override
        public void close() {
            try (out) {
                // The end is written, not guessed: a file cut short must not read as a short listing.
                out.writeByte(0);
            } catch (IOException e) {
                throw unwritable(e);
            }
        }
    }

    /** Reads the objects back in the order of the file. */
    final class Reader implements ListingPass {

        private final DataInputStream in;
        private @Nullable ListedObject next;

        private Reader(DataInputStream in) {
            this.in = in;
            next = read();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public ListedObject next() {
            var object = next;
            if (object == null) {
                throw new NoSuchElementException("the listing has no more objects");
            }
            next = read();
            return object;
        }

        /** Shows the next object without taking it. */
        ListedObject peek() {
            if (next == null) {
                throw new NoSuchElementException("the listing has no more objects");
            }
            return next;
        }

        private @Nullable ListedObject read() {
            try {
                if (in.readByte() == 0) {
                    return null;
                }
                return new ListedObject(
                        new ObjectKey(in.readUTF()),
                        in.readLong(),
                        Instant.ofEpochSecond(in.readLong(), in.readInt()),
                        new ETag(in.readUTF()));
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
    }
}
