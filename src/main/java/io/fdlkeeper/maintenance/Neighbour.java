package io.fdlkeeper.maintenance;

import java.util.function.Supplier;

/**
 * Another repository of this keeper: the two must not overlap, and its catalogs may name files of the first.
 *
 * @param location where it is
 * @param open     opens it when its catalogs are to be read; it fails where it cannot be opened
 */
public record Neighbour(String location, Supplier<ManagedRepository> open) {}
