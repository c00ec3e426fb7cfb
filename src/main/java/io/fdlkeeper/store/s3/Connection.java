package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.s3.S3Compat.Choice;
import software.amazon.awssdk.services.s3.S3Client;

/** The clients at work, for acting and for deleting; they begin to send Content-MD5 once the store is known to want it. */
final class Connection {

    private final Clients clients;
    private final Choice choice;
    private boolean md5;
    private S3Client acting;
    private S3Client deleting;

    Connection(Clients clients, Choice md5) {
        this.clients = clients;
        this.choice = md5;
        this.md5 = md5 == Choice.ON;
        this.acting = clients.acting(this.md5);
        this.deleting = clients.deleting(this.md5);
    }

    synchronized S3Client acting() {
        return acting;
    }

    synchronized S3Client deleting() {
        return deleting;
    }

    /** Returns the host and port that requests really go to, which a variable or profile can change. */
    String address(Bucket bucket) {
        return acting().utilities()
                .getUrl(url -> url.bucket(bucket.name()).key(bucket.full("fdl.json")))
                .getAuthority();
    }

    /** Sends Content-MD5 from now on; false where that is switched off, or was done already. */
    synchronized boolean sendMd5() {
        if (md5 || choice == Choice.OFF) {
            return false;
        }
        md5 = true;
        acting = clients.acting(true);
        deleting = clients.deleting(true);
        return true;
    }
}
