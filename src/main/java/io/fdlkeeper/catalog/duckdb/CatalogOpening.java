package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.store.ObjectKey;
import java.nio.file.Path;
import java.sql.SQLException;

/** Attaches one catalog after another, reads it, and lets go of it. */
final class CatalogOpening {

    private static final String ATTACHED = "attached_catalog";

    private final EngineSlot slot;
    private final NameTable names;
    private final RepositoryAddress address;
    private final boolean developmentFormat;

    CatalogOpening(EngineSlot slot, NameTable names, RepositoryAddress address, boolean developmentFormat) {
        this.slot = slot;
        this.names = names;
        this.address = address;
        this.developmentFormat = developmentFormat;
    }

    /** Reads a catalog; names without a number are left in the engine. */
    LakeReader.Reading read(Path catalog, ObjectKey key) throws SQLException, UnusableLakeException {
        var file = Engine.real(catalog);
        var engine = slot.reaching(folderToReach(file, key));
        names.load(engine);
        engine.run("ATTACH " + Sql.literal(file.toString()) + " AS " + ATTACHED + " (TYPE duckdb, READ_ONLY)");
        try {
            return new LakeReader(engine, address, developmentFormat).read(ATTACHED);
        } finally {
            detach(engine);
        }
    }

    /** Takes the folder of all versions where the file lies in place, so that one engine reaches every catalog. */
    static Path folderToReach(Path file, ObjectKey key) {
        var parent = file.getParent();
        if (!file.endsWith(Path.of(key.text()))) {
            return parent == null ? file : parent;
        }
        var folder = file;
        for (int i = Path.of(key.text()).getNameCount(); i > 1; i--) {
            var up = folder.getParent();
            folder = up == null ? folder : up;
        }
        return folder;
    }

    private void detach(Engine engine) {
        try {
            engine.run("DETACH DATABASE IF EXISTS " + ATTACHED);
        } catch (SQLException e) {
            // An engine that a damaged catalog brought down is replaced before it is used again.
            slot.suspect();
        }
    }
}
