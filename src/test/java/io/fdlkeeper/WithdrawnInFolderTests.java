package io.fdlkeeper;

import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class WithdrawnInFolderTests extends WithdrawnContract {

    @Override
    Place unpack(Fixture fixture) {
        Path repository = folder.resolve(fixture.name());
        fixture.unpackTo(repository, Instant.now());
        return new Place() {

            @Override
            public List<String> options() {
                return List.of("--location", repository.toString(), "--published-as", fixture.repositoryUrl());
            }

            @Override
            public Map<String, byte[]> everything() {
                Map<String, byte[]> all = new TreeMap<>();
                try (var walk = Files.walk(repository)) {
                    for (Path file : walk.filter(Files::isRegularFile).toList()) {
                        all.put(file.toString(), Files.readAllBytes(file));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return all;
            }
        };
    }
}
