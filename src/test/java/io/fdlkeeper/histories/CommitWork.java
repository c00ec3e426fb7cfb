package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.catalog.fake.CatalogText.Kind;
import io.fdlkeeper.catalog.fake.CatalogText.Row;
import io.fdlkeeper.histories.Truth.Who;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A writer's commit as the format has it: data files, catalog, further catalogs, dataset, record, ref.
 *
 * <p>It takes less than the grace period from its first step to its catalog, and less again to its record; a slower writer gives up,
 * or makes sure in its last step that all it names is there.
 */
final class CommitWork implements Work {

    private static final Duration LONGEST = Rules.LONGEST_COMMIT;

    private enum Stage {
        WAIT,
        FILES,
        CATALOG,
        EXTRA,
        DATASET,
        RECORD,
        REF
    }

    private final Lake lake;
    private final Chance chance;
    private final String branch;
    private final String id;
    private final Instant madeAt;
    private final Optional<String> parent;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> newFiles = new ArrayList<>();
    private final boolean namesOldFilesAgain;
    private final Instant pushedAt;
    private Stage stage = Stage.WAIT;
    private Instant startedAt;
    private Instant catalogAt = Instant.MAX;
    private Optional<Commit> commit = Optional.empty();
    private final int filesToPut;

    CommitWork(Lake lake, String branch) {
        this.lake = lake;
        this.chance = lake.chance;
        this.branch = branch;
        id = lake.newId();
        madeAt = lake.now();
        startedAt = madeAt;
        parent = lake.ref(branch);
        filesToPut = chance.between(0, 3);
        namesOldFilesAgain = chance.happens(0.4);
        pushedAt = chance.happens(0.12) ? madeAt.plus(Duration.ofDays(chance.between(1, 25))) : madeAt;
        new BaseRows(chance)
                .of(parent.flatMap(lake::commit).filter(lake::isReadable))
                .forEach(rows::add);
    }

    /** Tells whether it does nothing before its day has come. */
    boolean isWaiting() {
        return stage == Stage.WAIT && lake.now().isBefore(pushedAt);
    }

    @Override
    public boolean step() {
        boolean between = stage == Stage.DATASET || stage == Stage.RECORD;
        if (between && namesOldFilesAgain && chance.happens(0.7)) {
            return true; // A slow one: its unfinished folder stands while others go on.
        }
        switch (stage) {
            case WAIT -> {
                return begin();
            }
            case FILES -> {
                return putFile();
            }
            case CATALOG -> {
                return putCatalog();
            }
            case EXTRA ->
                commit.orElseThrow()
                        .extra()
                        .ifPresent(extra -> lake.putCatalog(
                                commit.orElseThrow(), commit.orElseThrow().extraKey(), extra, false));
            case DATASET ->
                lake.put(
                        commit.orElseThrow().folder() + "dataset.json",
                        commit.orElseThrow().dataset(),
                        Who.WRITER);
            case RECORD -> {
                return putRecord();
            }
            case REF -> {
                moveRef();
                return false;
            }
        }
        stage = Stage.values()[stage.ordinal() + 1];
        return !chance.happens(0.03);
    }

    private boolean begin() {
        if (isWaiting()) {
            return true;
        }
        stage = Stage.FILES;
        return true;
    }

    private boolean putFile() {
        if (newFiles.size() == filesToPut) {
            stage = Stage.CATALOG;
            return true;
        }
        List<String> orphans = chance.happens(0.12) ? lake.orphans() : List.of();
        // A file that is named by its content can come again under the key it had.
        String key = orphans.isEmpty() ? lake.newFile("") : chance.oneOf(orphans);
        newFiles.add(key);
        lake.put(key, "rows of " + key, Who.WRITER);
        rows.add(new Row(Kind.DATA, true, key));
        if (chance.happens(0.2)) {
            String deletes = lake.newFile("-delete");
            lake.put(deletes, "deletes of " + key, Who.WRITER);
            rows.add(new Row(Kind.DELETE, true, deletes));
        }
        return !chance.happens(0.04);
    }

    private boolean putCatalog() {
        if (chance.happens(0.08) && !newFiles.isEmpty()) {
            lake.put(newFiles.get(0), "the same again, its answer was lost", Who.WRITER);
            return true;
        }
        List<String> orphans = lake.orphans();
        if (namesOldFilesAgain) {
            orphans.stream()
                    .filter(orphan -> chance.happens(0.5))
                    .limit(5)
                    .forEach(orphan -> rows.add(new Row(Kind.DATA, true, orphan)));
        }
        if (chance.happens(0.05)) {
            rows.add(new Row(Kind.INLINED, true, "two rows"));
        }
        Commit made = made();
        boolean tookTooLong = Duration.between(startedAt, lake.now()).compareTo(LONGEST) > 0;
        boolean allThere = made.names().stream().allMatch(lake.store::exists);
        if (tookTooLong && !allThere) {
            return false;
        }
        if (baseWasWithdrawn()) {
            return false;
        }
        declare(made);
        catalogAt = lake.now();
        lake.putCatalog(made, made.mainKey(), made.text(), true);
        stage = made.extra().isPresent() ? Stage.EXTRA : Stage.DATASET;
        return !chance.happens(0.05);
    }

    private boolean baseWasWithdrawn() {
        return parent.map(lake.truth.versions()::get)
                .map(base -> base.withdrawn)
                .orElse(false);
    }

    private Commit made() {
        List<Row> first = new ArrayList<>(rows);
        List<Row> more = new ArrayList<>();
        if (chance.happens(0.15)) {
            rows.stream()
                    .filter(row -> row.kind() == Kind.DATA && chance.happens(0.5))
                    .forEach(more::add);
            first.removeAll(more);
        }
        return new Commit(
                id,
                parent,
                madeAt,
                chance.happens(0.1),
                new CatalogText(first),
                more.isEmpty() ? Optional.empty() : Optional.of(new CatalogText(more)));
    }

    private void declare(Commit made) {
        commit = Optional.of(made);
        lake.commits.put(id, made);
        VersionTruth version = new VersionTruth(id, made.mainKey());
        lake.truth.declare(version, made.mainKey(), Commit.names(made.text()));
        made.extra().ifPresent(extra -> lake.truth.declare(version, made.extraKey(), Commit.names(extra)));
    }

    private boolean putRecord() {
        if (Duration.between(catalogAt, lake.now()).compareTo(LONGEST) > 0) {
            return false;
        }
        lake.put(
                commit.orElseThrow().folder() + "version.json",
                commit.orElseThrow().record(),
                Who.WRITER);
        stage = Stage.REF;
        return !chance.happens(0.1);
    }

    /** Moves the branch if it still stands where the commit began; else the push is refused, and the version stays for later. */
    private void moveRef() {
        VersionTruth version = lake.truth.versions().get(id);
        if (version.mark) {
            return;
        }
        if (chance.happens(0.12)) {
            lake.setRef("refs/requests/r" + chance.below(4), id);
        } else if (lake.ref(branch).equals(parent)) {
            lake.setRef(branch, id);
        }
    }
}
