package io.fdlkeeper.catalog.duckdb.search;

public final class DuckDbLeakSearches implements io.fdlkeeper.withdrawal.find.LeakSearches {
    public DuckDbLeakSearches(java.nio.file.Path a, String b, int c, boolean d) {}

    public io.fdlkeeper.withdrawal.find.LeakSearch open(
            io.fdlkeeper.store.ObjectStore s,
            io.fdlkeeper.catalog.RepositoryAddress a,
            java.util.List<io.fdlkeeper.withdrawal.find.Selector> l) {
        throw new UnsupportedOperationException();
    }
}
