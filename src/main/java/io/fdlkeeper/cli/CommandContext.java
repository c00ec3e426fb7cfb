package io.fdlkeeper.cli;

/** What every command is made with. */
record CommandContext(Surroundings surroundings, KeeperSource source) {}
