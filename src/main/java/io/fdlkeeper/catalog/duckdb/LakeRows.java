package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.repository.Guard;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Takes the rows of a {@link LakeQuery} one by one: to the names they are known by, to the names to be numbered, or to the facts. */
final class LakeRows {

    private final AddressRules rules;
    private final int dataDirLength;
    private final FactsGathered facts;
    private final CatalogNames known;
    private final DuckDBAppender unnumbered;
    private boolean spelled;
    private boolean numbered = true;
    private long unresolved;
    private long unknownFormat;

    LakeRows(AddressRules rules, String dataDir, FactsGathered facts, CatalogNames known, DuckDBAppender unnumbered) {
        this.rules = rules;
        this.dataDirLength = dataDir.length();
        this.facts = facts;
        this.known = known;
        this.unnumbered = unnumbered;
    }

    void take(ResultSet row) throws SQLException {
        int kind = row.getInt(1);
        int sort = row.getInt(2);
        switch (sort) {
            case LakeQuery.PLAIN -> {
                int id = row.getInt(3);
                if (row.wasNull()) {
                    numbered = false;
                    append(row.getString(4), null, kind);
                } else {
                    known.ofKind(kind).set(id);
                }
            }
            case LakeQuery.ODD, LakeQuery.ABSOLUTE -> resolve(row, kind, sort == LakeQuery.ABSOLUTE);
            case LakeQuery.LOOSE -> facts.looseTail(row.getString(4));
            case LakeQuery.UNRESOLVED -> unresolved++;
            default -> unknownFormat++;
        }
    }

    private void resolve(ResultSet row, int kind, boolean absolute) throws SQLException {
        var address = address(row.getString(4), absolute);
        if (address instanceof Address.Here here) {
            @Nullable String main = row.getString(5);
            var named = main == null ? here : address(main, row.getBoolean(6));
            var reference = (named instanceof Address.Here mainHere ? mainHere : here)
                    .keys()
                    .get(0);
            spelled = true;
            for (var key : here.keys()) {
                append(key, key.equals(reference) ? null : reference, kind);
            }
        } else if (kind != LakeQuery.SCHEDULED) {
            // A file elsewhere that is only scheduled is read by nobody.
            facts.outside(address);
        }
    }

    private Address address(String text, boolean absolute) {
        return absolute ? rules.judge(text) : rules.below(text.substring(dataDirLength));
    }

    private void append(String key, @Nullable String reference, int kind) throws SQLException {
        unnumbered.beginRow().append(key).append(reference).append((byte) kind).endRow();
    }

    /** Tells whether any row was appended as several spellings. */
    boolean spelled() {
        return spelled;
    }

    /** Tells whether every row had a number. */
    boolean allNumbered() {
        return numbered && !spelled;
    }

    /** Refuses a lake with rows that cannot be read. */
    void finish() throws UnusableLakeException {
        List<UnusableLakeException.Finding> findings = new ArrayList<>();
        if (unresolved > 0) {
            findings.add(new UnusableLakeException.Finding(
                    Guard.NULL_PATH,
                    "has " + unresolved + " data or delete rows without a path, or without the table or schema it is"
                            + " relative to"));
        }
        if (unknownFormat > 0) {
            findings.add(new UnusableLakeException.Finding(
                    Guard.UNKNOWN_FILE_FORMAT,
                    "has " + unknownFormat + " data or delete rows whose file is neither Parquet nor Puffin"));
        }
        if (!findings.isEmpty()) {
            throw new UnusableLakeException(findings);
        }
    }
}
