package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ListingSpool;
import java.net.URI;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;

/**
 * Lists a repository's data and deletes all of it, for {@code dev/bench s3}: as a collection does, without catalogs and journal.
 *
 * <p>Arguments: endpoint, bucket, prefix. Prints one line of seconds and counts.
 */
final class ListAndDelete {

    /** As many as a collection hands over between two looks at the roots. */
    private static final int BATCH = 1_000;

    private ListAndDelete() {}

    public static void main(String[] arguments) throws Exception {
        var settings = S3UnderTest.settings(URI.create(arguments[0]), arguments[1], arguments[2]);
        var scratch = Files.createTempDirectory("fdl-keeper-bench-");
        try (var opened = S3Store.open(settings, scratch, Clock.systemUTC())) {
            var store = opened.store();
            store.conformance().goBy(store.conformance().probe("bench"));
            long begun = System.nanoTime();
            var requests = new ArrayList<DeleteRequest>();
            try (var listing = ListingSpool.of(store.lister(), "data/", scratch);
                    var pass = listing.pass()) {
                pass.forEachRemaining(object -> requests.add(new DeleteRequest(object.key(), object.etag())));
            }
            long listed = System.nanoTime();
            var answers = new EnumMap<DeleteStatus, Integer>(DeleteStatus.class);
            for (int from = 0; from < requests.size(); from += BATCH) {
                store.deleter()
                        .deleteIfUnchanged(requests.subList(from, Math.min(from + BATCH, requests.size())), () -> true)
                        .forEach(answer -> answers.merge(answer.status(), 1, Integer::sum));
            }
            System.out.printf(
                    "list %.3f delete %.3f keys %d answers %s%n",
                    (listed - begun) / 1e9, (System.nanoTime() - listed) / 1e9, requests.size(), answers);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }
}
