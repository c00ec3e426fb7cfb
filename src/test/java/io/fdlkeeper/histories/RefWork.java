package io.fdlkeeper.histories;

/** Lets a ref name a version that readers may read; a slow one looks first, and writes a step later. */
final class RefWork implements Work {

    private final Lake lake;
    private final String name;
    private final Commit target;
    private boolean looked;

    RefWork(Lake lake, String name, Commit target) {
        this(lake, name, target, false);
    }

    /** @param looked whether its writer saw already that the version may be read */
    RefWork(Lake lake, String name, Commit target, boolean looked) {
        this.looked = looked;
        this.lake = lake;
        this.name = name;
        this.target = target;
    }

    @Override
    public boolean step() {
        if (!looked) {
            looked = true;
            if (!lake.isReadable(target)) {
                return false;
            }
            if (lake.chance.happens(0.3)) {
                return true;
            }
        }
        lake.setRef(name, target.id());
        return false;
    }
}
