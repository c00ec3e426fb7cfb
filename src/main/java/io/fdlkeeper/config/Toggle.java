package io.fdlkeeper.config;

/** A switch that can also be left to the keeper. */
public enum Toggle {
    /** As the kind of store asks for. */
    AUTO,
    ON,
    OFF
}
