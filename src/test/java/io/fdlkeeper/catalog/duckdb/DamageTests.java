package io.fdlkeeper.catalog.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.NameRole;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged catalog is refused, or gives the very same names: never fewer. */
class DamageTests {

    private static final int ROUNDS = Integer.getInteger("damage.rounds", 30);
    private static final long SEED = Long.getLong("damage.seed", 42);

    @TempDir
    private Path folder;

    @Test
    void cutsAndFlippedBitsAreFoundOrHarmless() throws Exception {
        var made = new HandMadeLake(folder);
        var rows = IntStream.range(0, 2_000)
                .mapToObj(i ->
                        "(" + i + ", 1, 1, NULL, NULL, 'part-" + (i * 7919 % 2_000) + ".parquet', true, 'parquet', 9)")
                .toList();
        var good = made.lake(1, "INSERT INTO ducklake_data_file VALUES " + String.join(", ", rows), "CHECKPOINT");
        var expected = made.read(good).keys();
        var bytes = made.store()
                .ports()
                .reader()
                .read(good.object().key(), Integer.MAX_VALUE)
                .orElseThrow()
                .content();
        var random = new Random(SEED);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var damaged = damage(bytes, random);
            try (var set = made.open()) {
                if (set.add(made.source(2, damaged), NameRole.LIVE) instanceof CatalogReading.Read) {
                    assertThat(HandMadeLake.all(set))
                            .as("seed %s, round %s", SEED, round)
                            .isEqualTo(expected);
                } else {
                    refused++;
                    assertThat(set.add(good, NameRole.LIVE))
                            .as("seed %s, round %s", SEED, round)
                            .isInstanceOf(CatalogReading.Read.class);
                    assertThat(HandMadeLake.all(set))
                            .as("seed %s, round %s", SEED, round)
                            .isEqualTo(expected);
                }
            }
        }
        assertThat(refused).isPositive();
    }

    private static byte[] damage(byte[] bytes, Random random) {
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        var damaged = bytes.clone();
        // The first headers and the rest have their turns: most blocks of a small file are empty.
        int reach = random.nextBoolean() ? 16_384 : bytes.length;
        for (int flips = 1 + random.nextInt(16); flips > 0; flips--) {
            damaged[random.nextInt(reach)] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }
}
