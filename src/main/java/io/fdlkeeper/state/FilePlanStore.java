package io.fdlkeeper.state;

import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanStore;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Plans as folders named by their digest: a header, the items, and what is spared. */
final class FilePlanStore implements PlanStore {

    private static final Pattern PREFIX = Pattern.compile("[0-9a-f]{8,64}");

    private final StateFolder folder;

    FilePlanStore(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public Draft draft() {
        return new FilePlanDraft(folder);
    }

    @Override
    public Optional<Plan> find(String digest) {
        if (!PREFIX.matcher(digest).matches()) {
            return Optional.empty();
        }
        List<Path> found = folders(digest);
        return found.size() == 1 ? Optional.of(FilePlan.open(found.get(0))) : Optional.empty();
    }

    @Override
    public void forgetBefore(Instant cutOff) {
        for (Path plan : folders("")) {
            if (FilePlan.observedAt(plan).map(cutOff::isAfter).orElse(false)) {
                StateFiles.deleteTree(plan);
            }
        }
    }

    private List<Path> folders(String prefix) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> plans = Files.newDirectoryStream(folder.plans(), prefix + "*")) {
            plans.forEach(found::add);
            return found;
        } catch (IOException | DirectoryIteratorException e) {
            throw StateFiles.failed("read", folder.plans(), e);
        }
    }
}
