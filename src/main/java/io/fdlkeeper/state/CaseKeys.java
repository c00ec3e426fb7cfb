package io.fdlkeeper.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The keys of sealed files: one file for each, for its owner alone, wrapped with a key from outside where one is configured.
 *
 * <p>Destroying a key overwrites its file before it is removed; on storage that never writes in place, that is as far as a process can go.
 */
final class CaseKeys {

    private static final String PLAIN = "plain ";
    private static final String WRAPPED = "wrapped ";

    private final Path temporary;
    private final SecureRandom random;
    private final Optional<CaseSeal> wrapping;

    CaseKeys(Path temporary, SecureRandom random, Optional<byte[]> wrappingKey) {
        this.temporary = temporary;
        this.random = random;
        this.wrapping = wrappingKey.map(key -> new CaseSeal(key, random));
    }

    /** Reads a key that an operator made. */
    static byte[] configured(Path file) {
        try {
            byte[] key = HexFormat.of().parseHex(Files.readString(file).strip());
            if (key.length == CaseSeal.KEY_BYTES) {
                return key;
            }
        } catch (IOException | IllegalArgumentException e) {
            throw unusable(file);
        }
        throw unusable(file);
    }

    private static StateUnreadableException unusable(Path file) {
        return new StateUnreadableException("the file " + file
                + " (withdrawal.sealing-key-file) cannot be read or is not 64 hexadecimal digits: put the right one there, or make"
                + " one with 'openssl rand -hex 32' while no case is open");
    }

    /** Makes a key in a file, durably. */
    CaseSeal create(Path file) {
        byte[] key = CaseSeal.newKey(random);
        String text = wrapping.map(seal -> WRAPPED + HexFormat.of().formatHex(seal.seal(key, "key")))
                .orElseGet(() -> PLAIN + HexFormat.of().formatHex(key));
        StateFiles.replace(file, temporary, out -> out.write((text + "\n").getBytes(StandardCharsets.US_ASCII)));
        return new CaseSeal(key, random);
    }

    /** Reads a key; empty where there is none. */
    Optional<CaseSeal> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file).strip();
            if (text.startsWith(PLAIN)) {
                return Optional.of(new CaseSeal(HexFormat.of().parseHex(text.substring(PLAIN.length())), random));
            }
            if (text.startsWith(WRAPPED) && wrapping.isPresent()) {
                byte[] sealed = HexFormat.of().parseHex(text.substring(WRAPPED.length()));
                return Optional.of(new CaseSeal(wrapping.get().open(sealed, "key"), random));
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unreadable(file);
        }
        throw unreadable(file);
    }

    /** Overwrites a key and removes it. */
    void destroy(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer nothing = ByteBuffer.allocate((int) channel.size());
            while (nothing.hasRemaining()) {
                channel.write(nothing, nothing.position());
            }
            channel.force(true);
        } catch (IOException e) {
            throw StateFiles.failed("overwrite", file, e);
        }
        StateFiles.delete(file);
        if (file.getParent() != null) {
            StateFiles.sync(file.getParent());
        }
    }

    private static StateUnreadableException unreadable(Path file) {
        return new StateUnreadableException("the key " + file
                + " is damaged, or the key that opens it is not configured (withdrawal.sealing-key-file): put it back from a"
                + " backup; without it the sealed files of this case stay closed");
    }
}
