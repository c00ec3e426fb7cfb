package io.fdlkeeper.run;

/** Hears how far a run has come. */
public interface Progress {

    Progress SILENT = new Progress() {
        @Override
        public void stage(String name, long expected) {}

        @Override
        public void advance(long by) {}
    };

    /**
     * Says that a stage begins.
     *
     * @param expected how many units it will take, or -1 where nobody knows
     */
    void stage(String name, long expected);

    /** Says that so many more units of the stage are done. */
    void advance(long by);
}
