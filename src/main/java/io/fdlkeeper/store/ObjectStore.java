package io.fdlkeeper.store;

/**
 * One repository's prefix in one store, as its ports.
 *
 * @param location how people and the state name it, for example {@code /srv/towns} or {@code s3://bucket/towns/}
 */
public record ObjectStore(
        String location,
        ObjectLister lister,
        ObjectReader reader,
        ObjectWriter writer,
        ObjectDeleter deleter,
        StoreClock clock,
        HiddenCopies hidden,
        ConformanceProbe conformance) {

    /** Makes a store whose promises follow from how its adapter is made. */
    public ObjectStore(
            String location,
            ObjectLister lister,
            ObjectReader reader,
            ObjectWriter writer,
            ObjectDeleter deleter,
            StoreClock clock,
            HiddenCopies hidden) {
        this(location, lister, reader, writer, deleter, clock, hidden, ConformanceProbe.BY_CONSTRUCTION);
    }
}
