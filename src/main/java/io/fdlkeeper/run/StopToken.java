package io.fdlkeeper.run;

/** Tells a run that it was asked to stop; it then finishes the batch in hand. */
@FunctionalInterface
public interface StopToken {

    StopToken NEVER = () -> false;

    boolean requested();
}
