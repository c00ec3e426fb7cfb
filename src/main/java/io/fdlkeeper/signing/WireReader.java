package io.fdlkeeper.signing;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the data types of the SSH protocol. Source: RFC 4251, section 5. */
final class WireReader {

    private final ByteBuffer in;

    WireReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    byte[] bytes(int count) {
        if (count < 0 || count > in.remaining()) {
            throw new MalformedSshException();
        }
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    int number() {
        try {
            return in.getInt();
        } catch (BufferUnderflowException e) {
            throw new MalformedSshException();
        }
    }

    byte[] string() {
        return bytes(number());
    }

    String text() {
        return new String(string(), StandardCharsets.UTF_8);
    }

    BigInteger integer() {
        byte[] bytes = string();
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    boolean isAtEnd() {
        return !in.hasRemaining();
    }
}
