package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Neighbour;
import io.fdlkeeper.store.ObjectStore;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One repository to keep. */
public final class RepositoryConfiguration {

    @JsonProperty("name")
    @Describe("its name in commands and in the state: letters, digits, dot, hyphen and underscore")
    @NotBlank(message = "must be given")
    @Pattern(
            regexp = "|[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
            message =
                    "must be at most 64 letters, digits, dots, hyphens and underscores, and begin with a letter or digit")
    private String name = "";

    @JsonProperty("location")
    @Describe("its folder, relative to this file, or s3://bucket/prefix/")
    @NotBlank(message = "must be given")
    private String location = "";

    @JsonProperty("published-as")
    @Describe("other addresses it has, or ever had, such as s3://bucket/prefix/; catalogs may name its files by them")
    private List<
                    @Pattern(
                            regexp = "[A-Za-z][A-Za-z0-9+.-]*://.+|/.*|",
                            message = "must be an address such as s3://bucket/prefix/ or an absolute folder")
                    @NotBlank(message = "must not be blank") String>
            publishedAs = List.of();

    @JsonProperty("retention")
    @Describe("settings of retention that differ here from those for all repositories")
    @Valid
    private RetentionConfiguration retention = new RetentionConfiguration();

    @JsonProperty("gc")
    @Describe("settings of gc that differ here from those for all repositories")
    @Valid
    private GcConfiguration gc = new GcConfiguration();

    @JsonProperty("schedules")
    @Describe("settings of schedules that differ here from those for all repositories")
    @Valid
    private SchedulesConfiguration schedules = new SchedulesConfiguration();

    @JsonProperty("s3")
    @Describe("settings of s3 that differ here from those for all repositories")
    @Valid
    private S3Configuration s3 = new S3Configuration();

    private Path base = Path.of("");

    /** Returns the name that commands and state use. */
    public String name() {
        return name;
    }

    /** Returns where in a bucket the repository lies; empty for one in a folder. */
    public Optional<BucketLocation> bucket() {
        return BucketLocation.isMeant(location)
                        && BucketLocation.complaint(location).isEmpty()
                ? Optional.of(BucketLocation.of(location))
                : Optional.empty();
    }

    /** Returns how its bucket is reached, with what holds for all repositories where nothing else was said. */
    public S3Configuration s3() {
        return s3;
    }

    /** Returns the repository's folder, absolute and normalised; only for one that lies in no bucket. */
    public Path folder() {
        return base.resolve(FolderText.path(location)).toAbsolutePath().normalize();
    }

    /** Returns the other addresses under which catalogs may name the repository's files. */
    public List<String> publishedAs() {
        return List.copyOf(publishedAs);
    }

    /** Returns which versions are kept, with what holds for all repositories where nothing else was said. */
    public RetentionConfiguration retention() {
        return retention;
    }

    /** Returns what protects data in a collection, with what holds for all repositories where nothing else was said. */
    public GcConfiguration gc() {
        return gc;
    }

    /** Returns when jobs run by themselves, with what holds for all repositories where nothing else was said. */
    public SchedulesConfiguration schedules() {
        return schedules;
    }

    /**
     * Builds the repository with the settings it is kept by; call it on a checked configuration only.
     *
     * @param store      the store at {@link #folder()} or {@link #bucket()}
     * @param neighbours what {@link KeeperConfiguration#neighboursOf} says
     */
    public ManagedRepository toManaged(ObjectStore store, List<Neighbour> neighbours) {
        return new ManagedRepository(
                name, store, publishedAs, neighbours, retention.toPolicy(), gc.toSafety(), gc.toRunLimits());
    }

    void locateUnder(Path folder) {
        base = folder;
    }

    void describe(String itsName, String itsLocation, List<String> addresses) {
        name = itsName;
        location = itsLocation;
        publishedAs = addresses;
    }

    boolean hasFolder() {
        return !location.isBlank()
                && !BucketLocation.isMeant(location)
                && FolderText.complaint(location).isEmpty();
    }

    void check(String at, Breaches breaches) {
        complaint().ifPresent(text -> breaches.add(at, "location", List.of(), text));
        retention.check(at + ".retention", breaches);
        gc.check(at + ".gc", breaches);
        schedules.check(at + ".schedules", breaches);
        s3.check(at + ".s3", breaches);
    }

    private Optional<String> complaint() {
        return BucketLocation.isMeant(location)
                ? BucketLocation.complaint(location)
                : FolderText.complaint(location)
                        .map(text ->
                                text.replace("must be a folder, not", "must be a folder or s3://bucket/prefix/, not"));
    }
}
