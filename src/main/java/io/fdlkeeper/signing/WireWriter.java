package io.fdlkeeper.signing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the data types of the SSH protocol. Source: RFC 4251, section 5. */
final class WireWriter {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    WireWriter raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    WireWriter number(int number) {
        return raw(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    WireWriter string(byte[] bytes) {
        return number(bytes.length).raw(bytes);
    }

    WireWriter string(String text) {
        return string(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
