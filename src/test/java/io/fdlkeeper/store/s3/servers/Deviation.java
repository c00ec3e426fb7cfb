package io.fdlkeeper.store.s3.servers;

/**
 * Where a server does not keep what every store of ours has to.
 *
 * @param check    the test of the contract that it fails
 * @param argument the only argument with which it fails; empty for all
 * @param instead  what it does
 * @param always   false for a race that it loses only now and then
 */
public record Deviation(S3Server server, String check, String argument, String instead, boolean always) {}
