package io.fdlkeeper;

import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Every fixture in a folder. */
class FixtureCliTests extends FixtureCliContract {

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
        };
    }

    static Set<String> keys(Path repository) {
        try (var files = Files.walk(repository)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> repository.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
