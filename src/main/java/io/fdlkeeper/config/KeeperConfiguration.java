package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.core.Configuration;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Neighbour;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that an operator can set, beside the sections of Dropwizard itself. */
public final class KeeperConfiguration extends Configuration {

    /** Sections that are looked at once, when a service starts: those of Dropwizard, and who is told. */
    private static final List<String> THEIRS =
            List.of("server", "admin", "logging", "metrics", "health", "notifications");

    private final Map<String, String> written = new HashMap<>();

    @JsonProperty("state")
    @Describe("the keeper's own state")
    @Valid
    private StateConfiguration state = new StateConfiguration();

    @JsonProperty("limits")
    @Describe("how much of the machine the keeper takes")
    @Valid
    private LimitsConfiguration limits = new LimitsConfiguration();

    @JsonProperty("catalogs")
    @Describe("which catalogs are read")
    @Valid
    private CatalogsConfiguration catalogs = new CatalogsConfiguration();

    @JsonProperty("retention")
    @Describe("which versions are kept, for all repositories")
    @Valid
    private RetentionConfiguration retention = new RetentionConfiguration();

    @JsonProperty("gc")
    @Describe("what protects data in a garbage collection, for all repositories")
    @Valid
    private GcConfiguration gc = new GcConfiguration();

    @JsonProperty("schedules")
    @Describe("when jobs run by themselves in a service, for all repositories")
    @Valid
    private SchedulesConfiguration schedules = new SchedulesConfiguration();

    @JsonProperty("s3")
    @Describe("how repositories in buckets are reached and who acts there, for all repositories")
    @Valid
    private S3Configuration s3 = new S3Configuration();

    @JsonProperty("notifications")
    @Describe("who is told of runs in a service that did not go well")
    @Valid
    private NotificationsConfiguration notifications = new NotificationsConfiguration();

    @JsonProperty("withdrawal")
    @Describe("how leaked data is withdrawn")
    @Valid
    private WithdrawalConfiguration withdrawal = new WithdrawalConfiguration();

    @JsonProperty("repositories")
    @Describe("the repositories to keep")
    @Valid
    @NotEmpty(message = "must name at least one repository")
    private List<RepositoryConfiguration> repositories = List.of();

    /** Returns where the keeper's own state lies. */
    public StateConfiguration state() {
        return state;
    }

    /** Returns how much of the machine the keeper takes. */
    public LimitsConfiguration limits() {
        return limits;
    }

    /** Returns which catalogs are read. */
    public CatalogsConfiguration catalogs() {
        return catalogs;
    }

    /** Returns who is told of runs. */
    public NotificationsConfiguration notifications() {
        return notifications;
    }

    /** Returns how leaked data is withdrawn. */
    public WithdrawalConfiguration withdrawal() {
        return withdrawal;
    }

    /** Returns the repositories, in the order they were written. */
    public List<RepositoryConfiguration> repositories() {
        return List.copyOf(repositories);
    }

    /**
     * Returns the other repositories, each with where it is, links followed where the folder is there already.
     *
     * @param open opens one of them when it is needed
     */
    public List<Neighbour> neighboursOf(
            RepositoryConfiguration repository, Function<RepositoryConfiguration, ManagedRepository> open) {
        return repositories.stream()
                .filter(other -> other != repository)
                .map(other -> new Neighbour(locationOf(other), () -> open.apply(other)))
                .toList();
    }

    /** Returns the settings that differ in another configuration and that a running service cannot exchange, by name. */
    public List<String> waitsForRestart(KeeperConfiguration next) {
        List<String> names = new ArrayList<>();
        if (!state.directory().equals(next.state.directory())) {
            names.add("state.directory");
        }
        if (limits.jobsAtOnce() != next.limits.jobsAtOnce()) {
            names.add("limits.jobs-at-once");
        }
        THEIRS.stream()
                .filter(name -> !written.getOrDefault(name, "").equals(next.written.getOrDefault(name, "")))
                .forEach(names::add);
        return names;
    }

    /** Notes how the sections of Dropwizard were written. */
    void note(YamlNode.Section file) {
        THEIRS.stream()
                .filter(file.entries()::containsKey)
                .forEach(name -> written.put(name, YamlNode.text(file.entries().get(name))));
    }

    /** Takes relative folders as relative to this one. */
    void locateUnder(Path folder) {
        state.locateUnder(folder);
        notifications.locateUnder(folder);
        withdrawal.locateUnder(folder);
        repositories.forEach(repository -> repository.locateUnder(folder));
    }

    void keepOnly(RepositoryConfiguration repository) {
        repositories = List.of(repository);
    }

    void check(Breaches breaches) {
        state.check(breaches);
        retention.check("retention", breaches);
        gc.check("gc", breaches);
        schedules.check("schedules", breaches);
        s3.check("s3", breaches);
        notifications.check(breaches);
        for (int i = 0; i < repositories.size(); i++) {
            repositories.get(i).check(at(i), breaches);
        }
        withdrawal.check(
                repositories.stream().map(RepositoryConfiguration::name).collect(Collectors.toSet()), breaches);
        checkNames(breaches);
        checkFolders(breaches);
    }

    private void checkNames(Breaches breaches) {
        var first = new HashMap<String, Integer>();
        for (int i = 0; i < repositories.size(); i++) {
            var name = repositories.get(i).name();
            var earlier = first.putIfAbsent(name, i);
            if (earlier != null && !name.isBlank()) {
                breaches.add(at(i), "name", List.of(), "is already the name of " + at(earlier));
            }
        }
    }

    private void checkFolders(Breaches breaches) {
        for (int i = 0; i < repositories.size(); i++) {
            var repository = repositories.get(i);
            checkBuckets(i, breaches);
            if (!repository.hasFolder()) {
                continue;
            }
            for (int earlier = 0; earlier < i; earlier++) {
                var other = repositories.get(earlier);
                if (other.hasFolder() && overlap(repository.folder(), other.folder())) {
                    breaches.add(
                            at(i),
                            "location",
                            List.of(),
                            "overlaps the folder of " + at(earlier) + "; each needs one of its own");
                }
            }
            if (state.hasFolder() && overlap(repository.folder(), state.directory())) {
                breaches.add(
                        at(i),
                        "location",
                        List.of(),
                        "overlaps the state directory; keep the state outside of repositories");
            }
        }
    }

    private void checkBuckets(int index, Breaches breaches) {
        var own = repositories.get(index).bucket();
        for (int earlier = 0; earlier < index && own.isPresent(); earlier++) {
            var other = repositories.get(earlier);
            if (other.bucket().filter(own.get()::overlaps).isEmpty()) {
                continue;
            }
            boolean sameStore =
                    repositories.get(index).s3().store().equals(other.s3().store());
            if (sameStore || other.bucket().equals(own)) {
                breaches.add(
                        at(index),
                        "location",
                        List.of(),
                        sameStore
                                ? "overlaps the prefix of " + at(earlier) + "; each needs one of its own"
                                : "is the location of " + at(earlier)
                                        + " too, in another store; the state knows a repository by its location, so keep one of them with a state of its own");
            }
        }
    }

    /** Returns how the store of a repository will name itself, without opening it. */
    public static String locationOf(RepositoryConfiguration repository) {
        return repository
                .bucket()
                .map(BucketLocation::toString)
                .orElseGet(() -> real(repository.folder()).toString());
    }

    private static boolean overlap(Path one, Path other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder;
        }
    }

    private static String at(int index) {
        return "repositories[" + index + "]";
    }
}
