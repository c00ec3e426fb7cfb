package io.fdlkeeper.plan;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.ETag;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Builds one plan item by item, and its digest with it. */
public final class PlanBuilder implements AutoCloseable {

    private final PlanStore.Draft draft;
    private final JobKind job;
    private final String repository;
    private final Instant observedAt;
    private final Map<String, String> settings;
    private final Map<String, Totals> totals = new LinkedHashMap<>();
    private final MessageDigest digest = sha256();
    private Totals items = Totals.NONE;
    private long capped;

    public PlanBuilder(
            PlanStore store, JobKind job, String repository, Instant observedAt, Map<String, String> settings) {
        this.draft = store.draft();
        this.job = job;
        this.repository = repository;
        this.observedAt = observedAt;
        this.settings = new TreeMap<>(settings);
        digestText(job.id());
        digestText(repository);
        digestText(Integer.toString(settings.size()));
        this.settings.forEach((name, value) -> {
            digestText(name);
            digestText(value);
        });
    }

    public void item(PlanItem item) {
        draft.item(item);
        items = items.plus(item.bytes());
        digestText(item.action().id());
        digestText(item.subject());
        digestText(item.etag().map(ETag::text).orElse(""));
        digestText(Long.toString(item.bytes()));
        digestText(Integer.toString(item.reasons().size()));
        item.reasons().forEach(this::digestText);
    }

    public void spare(Spared spared) {
        draft.spare(spared);
    }

    /** Counts an item that a run cap leaves for a later run. */
    public void leaveForLater() {
        capped++;
    }

    public void total(String name, Totals value) {
        totals.put(name, value);
    }

    public Totals items() {
        return items;
    }

    /** Makes it a plan; the builder is used up. */
    public Plan freeze(List<Approval> needsApproval) {
        return draft.freeze(new PlanHeader(
                job,
                repository,
                observedAt,
                settings,
                totals,
                needsApproval,
                capped,
                items,
                HexFormat.of().formatHex(digest.digest())));
    }

    @Override
    public void close() {
        draft.close();
    }

    /** Each text enters with its length, and each list with its own, so that no two different plans run together into the same bytes. */
    private void digestText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
