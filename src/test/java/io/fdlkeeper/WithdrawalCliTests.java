package io.fdlkeeper;

import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Every leak in a folder. */
class WithdrawalCliTests extends WithdrawalCliContract {

    @Override
    Place unpack(Fixture fixture) {
        var repository = folder.resolve("repository");
        fixture.unpackTo(repository, Clock.systemUTC().instant());
        return new Place() {
            @Override
            public List<String> options() {
                return List.of("--location", repository.toString());
            }

            @Override
            public Set<String> keys() {
                return FixtureCliTests.keys(repository);
            }

            @Override
            public void everyByte(BiConsumer<String, byte[]> sink) {
                for (String key : keys()) {
                    try {
                        sink.accept(key, Files.readAllBytes(repository.resolve(key)));
                    } catch (IOException e) {
                        throw unchecked(e);
                    }
                }
            }

            @Override
            public void remove(String key) {
                try {
                    Files.delete(repository.resolve(key));
                } catch (IOException e) {
                    throw unchecked(e);
                }
            }
        };
    }
}
