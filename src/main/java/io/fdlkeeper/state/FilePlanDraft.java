package io.fdlkeeper.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.PlanStore.Draft;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A plan in the making, in a temporary folder until it is frozen. */
final class FilePlanDraft implements Draft {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private final StateFolder folder;
    private final Path drafted;
    private final LineWriter items;
    private final LineWriter spared;
    private Totals totals = Totals.NONE;
    private boolean open = true;

    FilePlanDraft(StateFolder folder) {
        this.folder = folder;
        this.drafted = StateFiles.temporaryFolder(folder.temporary(), "plan");
        this.items = new LineWriter(drafted.resolve(FilePlan.ITEMS));
        this.spared = new LineWriter(drafted.resolve(FilePlan.SPARED));
    }

    @Override
    public void item(PlanItem item) {
        requireOpen();
        items.write(item);
        totals = totals.plus(item.bytes());
    }

    @Override
    public void spare(Spared entry) {
        requireOpen();
        spared.write(entry);
    }

    @Override
    public Plan freeze(PlanHeader header) {
        requireOpen();
        if (!DIGEST.matcher(header.digest()).matches()) {
            throw new IllegalArgumentException("not a SHA-256 in lower-case hex: " + header.digest());
        }
        if (!header.items().equals(totals)) {
            throw new IllegalArgumentException(
                    "the header tells of " + header.items() + ", the plan was given " + totals);
        }
        items.force();
        spared.force();
        writeHeader(header);
        items.close();
        spared.close();
        StateFiles.sync(drafted);
        open = false;
        return new FilePlan(putInPlace(header.digest()), header);
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            items.close();
            spared.close();
            StateFiles.deleteTree(drafted);
        }
    }

    private void writeHeader(PlanHeader header) {
        JsonNode tree = JsonText.MAPPER.valueToTree(header);
        StateFiles.replace(drafted.resolve(FilePlan.HEADER), folder.temporary(), out -> {
            var digests = new FilePlan.Digests(FilePlan.digest(tree), items.digest(), spared.digest());
            out.write(LineWriter.line(new FilePlan.Frozen(FilePlan.FORMAT, tree, digests)));
        });
    }

    private Path putInPlace(String digest) {
        Path target = folder.plans().resolve(digest);
        Path old = StateFiles.temporaryFolder(folder.temporary(), "old-plan");
        try {
            if (Files.exists(target)) {
                Files.move(target, old.resolve(digest));
            }
        } catch (IOException e) {
            throw StateFiles.failed("replace", target, e);
        }
        StateFiles.moveInto(drafted, target);
        StateFiles.deleteTree(old);
        return target;
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this plan is frozen or given up");
        }
    }
}
