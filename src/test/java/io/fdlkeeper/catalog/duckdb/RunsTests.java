package io.fdlkeeper.catalog.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTests {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsWrittenIsReadElsewhereAsItWas(long seed) {
        var random = new Random(seed);
        var bits = new BitSet();
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(100_000);
            bits.set(from, from + random.nextInt(300));
        }
        int from = random.nextInt(50_000);
        int to = from + random.nextInt(50_000);
        var out = new ByteArrayOutputStream();
        Runs.write(bits, from, to, out);
        int base = random.nextInt(1_000_000);
        var in = ByteBuffer.wrap(out.toByteArray());
        var read = new BitSet();
        Runs.read(in, base, read);
        assertThat(read.stream().map(i -> i - base + from).toArray())
                .as("seed %s", seed)
                .isEqualTo(bits.stream().filter(i -> i >= from && i < to).toArray());
        assertThat(in.hasRemaining()).isFalse();
    }

    @Test
    void nothingIsWrittenAsNothing() {
        var out = new ByteArrayOutputStream();
        Runs.write(new BitSet(), 0, 10, out);
        assertThat(out.toByteArray()).containsExactly(0);
    }
}
