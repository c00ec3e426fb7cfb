package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotBlank;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;

/** Where the keeper's own state lies and how much of it stays. */
public final class StateConfiguration {

    @JsonProperty("directory")
    @Describe("folder of the keeper's own state; relative to this file. A service uses /var/lib/fdl-keeper")
    @NotBlank(message = "must be given")
    private String directory = "./state";

    @JsonProperty("keep")
    @Describe("how long runs, their plans and reports are remembered")
    @DurationMin(days = 1, message = "must be at least 1 day")
    private Duration keep = Duration.ofDays(400);

    private Path base = Path.of("");

    /** Returns the state directory, absolute and normalised. */
    public Path directory() {
        return base.resolve(FolderText.path(directory)).toAbsolutePath().normalize();
    }

    /** Returns how long runs are remembered. */
    public Duration keep() {
        return keep;
    }

    void locateUnder(Path folder) {
        base = folder;
    }

    void useDirectory(String text) {
        directory = text;
    }

    boolean hasFolder() {
        return !directory.isBlank() && FolderText.complaint(directory).isEmpty();
    }

    void check(Breaches breaches) {
        FolderText.complaint(directory).ifPresent(text -> breaches.add("state", "directory", List.of(), text));
    }
}
