package io.fdlkeeper.hold;

import java.time.Instant;

/**
 * A loss an operator knows of: this file, or every missing file of this version, need not be found.
 *
 * @param target a key, or a version's id
 */
public record Loss(String target, String reason, String recordedBy, Instant recordedAt) {}
