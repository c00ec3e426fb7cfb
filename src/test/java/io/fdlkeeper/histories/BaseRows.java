package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.CatalogText.Kind;
import io.fdlkeeper.catalog.fake.CatalogText.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a writer takes over from the version it begins with: everything, history included, or as good as nothing. */
final class BaseRows {

    private final Chance chance;

    BaseRows(Chance chance) {
        this.chance = chance;
    }

    List<Row> of(Optional<Commit> base) {
        List<Row> before = new ArrayList<>();
        base.ifPresent(version -> {
            before.addAll(version.text().rows());
            version.extra().ifPresent(extra -> before.addAll(extra.rows()));
        });
        List<Row> rows = new ArrayList<>();
        switch (chance.below(4)) {
            case 0 -> rows.addAll(before);
            case 1 -> before.forEach(row -> rows.add(new Row(row.kind(), false, row.text())));
            default -> before.forEach(row -> rebuild(row, rows));
        }
        return rows;
    }

    /** A rebuild that expires snapshots drops most rows, and schedules their files for deletion. */
    private void rebuild(Row row, List<Row> rows) {
        boolean isFile = row.kind() == Kind.DATA || row.kind() == Kind.DELETE;
        if (!isFile) {
            if (row.kind() != Kind.SCHEDULED && chance.happens(0.3)) {
                rows.add(row);
            }
            return;
        }
        boolean kept = chance.happens(0.3);
        if (!kept || chance.happens(0.1)) {
            rows.add(new Row(Kind.SCHEDULED, true, row.text()));
        }
        if (kept) {
            rows.add(addressed(row));
        }
        if (!kept && chance.happens(0.06)) {
            rows.add(new Row(Kind.VIEW, true, "SELECT * FROM read_parquet('" + lastSegment(row) + "')"));
        } else if (!kept && chance.happens(0.04)) {
            rows.add(new Row(Kind.EXTERNAL, true, "s3://elsewhere/" + lastSegment(row)));
        }
    }

    private Row addressed(Row row) {
        if (chance.happens(0.06)) {
            return new Row(Kind.WEB, row.current(), Commit.WEB + row.text());
        }
        return row.text().startsWith("data/main/") && chance.happens(0.04)
                ? new Row(Kind.LOOSE, row.current(), row.text().substring("data/main/".length()))
                : row;
    }

    private static String lastSegment(Row row) {
        return row.text().substring(row.text().lastIndexOf('/') + 1);
    }
}
