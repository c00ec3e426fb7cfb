package io.fdlkeeper.maintenance;

/**
 * What deletions mean for the room that a repository takes.
 *
 * @param freedBytes  what takes no room any more
 * @param hiddenBytes what was deleted and takes room all the same, since the store keeps old versions
 */
public record Space(long freedBytes, long hiddenBytes) {

    public static final Space NONE = new Space(0, 0);
}
