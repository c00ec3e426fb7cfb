package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectLister;
import io.fdlkeeper.store.StoreClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Lists pages one after the other and hands over their keys byte for byte, in the store's order.
 *
 * <p>Some stores end a listing early and call it whole. So the end is asked for once more: what follows the last key must be nothing, or
 * newer than the listing.
 */
final class S3Lister implements ObjectLister {

    /** Follows every key under a folder, in the order of UTF-8 bytes. */
    private static final String AFTER_ALL = Character.toString(Character.MAX_CODE_POINT);

    private final Bucket bucket;
    private final Pages pages;
    private final StoreClock clock;

    S3Lister(Bucket bucket, Pages pages, StoreClock clock) {
        this.bucket = bucket;
        this.pages = pages;
        this.clock = clock;
    }

    @Override
    public void list(String prefix, ListingSink sink) {
        var listing = new Listing(prefix, sink);
        pages.each(Pages.Wanted.all(prefix), listing::take);
        for (String end = listing.last; ; end = listing.last) {
            pages.each(Pages.Wanted.all(prefix).after(end), listing::takeWhatFollows);
            if (end.equals(listing.last)) {
                return;
            }
        }
    }

    /** One listing as its pages arrive. */
    private final class Listing {

        private final String prefix;
        private final ListingSink sink;
        private @Nullable Instant began;
        private String last = "";

        Listing(String prefix, ListingSink sink) {
            this.prefix = prefix;
            this.sink = sink;
        }

        void take(ListedPage page) {
            if (began == null) {
                began = clock.now();
            }
            for (var object : page.objects()) {
                hand(object, prefix, sink);
                if (ObjectKey.compareUtf8(object.key(), last) > 0) {
                    last = object.key();
                }
            }
        }

        /** A store that cannot begin after a key shows what was shown already. */
        void takeWhatFollows(ListedPage page) {
            for (var object : page.objects()) {
                if (ObjectKey.compareUtf8(object.key(), last) > 0) {
                    requireNew(object);
                    hand(object, prefix, sink);
                    last = object.key();
                }
            }
        }

        private void requireNew(S3Object object) {
            var stored = object.lastModified();
            if (began == null || stored == null || !stored.isAfter(began.truncatedTo(ChronoUnit.SECONDS))) {
                throw ListedPage.refused(
                        bucket,
                        bucket.full(prefix),
                        "ended early: it called itself whole, and " + object.key() + ", stored " + stored
                                + ", follows its last key");
            }
        }
    }

    private void hand(S3Object object, String prefix, ListingSink sink) {
        if (object.key() == null || !object.key().startsWith(bucket.full(prefix))) {
            throw ListedPage.refused(bucket, bucket.full(prefix), "shows the key " + object.key());
        }
        var key = bucket.relative(object.key());
        if (key.isEmpty()) {
            return;
        }
        if (key.get().hasDotSegment()) {
            sink.foreign(new ForeignEntry(key.get().text(), "dot segment", Optional.empty()));
        } else {
            sink.object(listed(key.get(), object, prefix));
        }
    }

    private ListedObject listed(ObjectKey key, S3Object object, String prefix) {
        if (object.size() == null
                || object.lastModified() == null
                || object.eTag() == null
                || object.eTag().isEmpty()) {
            throw ListedPage.refused(
                    bucket, bucket.full(prefix), "shows the key " + key + " without its size, time or tag");
        }
        return new ListedObject(
                key, object.size(), object.lastModified().truncatedTo(ChronoUnit.SECONDS), Tags.of(object.eTag()));
    }

    @Override
    public Level listLevel(String prefix) {
        var folders = new TreeSet<String>(ObjectKey::compareUtf8);
        var objects = new TreeMap<ObjectKey, ListedObject>();
        pages.each(Pages.Wanted.level(prefix), page -> take(page, prefix, folders, objects));
        int found;
        do {
            found = folders.size() + objects.size();
            // Where the store ended early, or somebody was quicker than we, this shows the rest.
            pages.each(
                    Pages.Wanted.level(prefix).after(lastOf(prefix, folders, objects)),
                    page -> take(page, prefix, folders, objects));
        } while (folders.size() + objects.size() > found);
        return new Level(folders.stream().toList(), objects.values().stream().toList());
    }

    private void take(
            ListedPage page, String prefix, TreeSet<String> folders, TreeMap<ObjectKey, ListedObject> objects) {
        ListingSink sink = object -> objects.put(object.key(), object);
        page.objects().forEach(object -> hand(object, prefix, sink));
        page.folders().forEach(folder -> folderName(folder, prefix).ifPresent(folders::add));
    }

    private String lastOf(String prefix, TreeSet<String> folders, TreeMap<ObjectKey, ListedObject> objects) {
        var folder = folders.isEmpty() ? "" : bucket.full(prefix) + folders.last() + "/" + AFTER_ALL;
        var object = objects.isEmpty() ? "" : bucket.full(objects.lastKey());
        return ObjectKey.compareUtf8(folder, object) > 0 ? folder : object;
    }

    /** Empty for a name that is no folder's: nothing, or dots. */
    private Optional<String> folderName(String folder, String prefix) {
        var full = bucket.full(prefix);
        if (!folder.startsWith(full) || !folder.endsWith("/")) {
            throw ListedPage.refused(bucket, full, "shows the folder " + folder);
        }
        var name = folder.substring(full.length(), folder.length() - 1);
        return name.isEmpty() || name.equals(".") || name.equals("..") ? Optional.empty() : Optional.of(name);
    }

    /** Asks for as little as possible, so that the store tells its time. */
    void askAnything() {
        find(new ObjectKey("fdl.json"));
    }

    /** Looks for one key in a listing that begins with it. */
    Optional<ListedObject> find(ObjectKey key) {
        return pages.page(new Pages.Wanted(key.text(), false, "", 1), "").objects().stream()
                .filter(object -> bucket.full(key).equals(object.key()))
                .map(object -> listed(key, object, key.text()))
                .findFirst();
    }
}
