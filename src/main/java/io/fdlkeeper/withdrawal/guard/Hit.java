package io.fdlkeeper.withdrawal.guard;

import io.fdlkeeper.repository.VersionId;
import java.util.Optional;

/**
 * Withdrawn data that is back.
 *
 * @param version in which version; empty for a file that none names
 * @param what    what was seen, as half a sentence without the value
 */
public record Hit(Optional<VersionId> version, String what) {}
