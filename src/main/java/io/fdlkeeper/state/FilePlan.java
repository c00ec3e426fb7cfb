package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Spared;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** A frozen plan, read from its folder. */
record FilePlan(Path folder, PlanHeader header) implements Plan {

    static final int FORMAT = 1;
    static final String HEADER = "header.json";
    static final String ITEMS = "items.jsonl";
    static final String SPARED = "spared.jsonl";

    private static final String REMEDY = "make a new plan";

    /**
     * The header's file.
     *
     * @param header  the plan's header
     * @param digests SHA-256 of the header's own text and of both other files, by name
     */
    record Frozen(int format, JsonNode header, Digests digests) {}

    record Digests(String header, String items, String spared) {}

    /** Opens a plan and proves that no file of it was changed since it was frozen. */
    static FilePlan open(Path folder) {
        try {
            Frozen frozen = read(folder);
            PlanHeader header = JsonText.MAPPER.treeToValue(frozen.header(), PlanHeader.class);
            require(digest(frozen.header()), frozen.digests().header(), HEADER);
            require(header.digest(), String.valueOf(folder.getFileName()), HEADER);
            require(digest(folder.resolve(ITEMS)), frozen.digests().items(), ITEMS);
            require(digest(folder.resolve(SPARED)), frozen.digests().spared(), SPARED);
            return new FilePlan(folder, header);
        } catch (JsonProcessingException e) {
            throw new DamagedFileException("is damaged").of("the plan", folder.resolve(HEADER), REMEDY);
        } catch (IOException e) {
            throw new DamagedFileException("is not complete (" + e + ")").of("the plan", folder, REMEDY);
        } catch (DamagedFileException e) {
            throw e.of("the plan", folder, REMEDY);
        }
    }

    /** Returns when a plan was observed; empty where it cannot be read. */
    static Optional<Instant> observedAt(Path folder) {
        try {
            PlanHeader header = JsonText.MAPPER.treeToValue(read(folder).header(), PlanHeader.class);
            return Optional.of(header.observedAt());
        } catch (IOException | DamagedFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void forEachItem(Consumer<PlanItem> consumer) {
        forEach(ITEMS, PlanItem.class, consumer);
    }

    @Override
    public void forEachSpared(Consumer<Spared> consumer) {
        forEach(SPARED, Spared.class, consumer);
    }

    /** Returns the digest of a header as it stands in its file. */
    static String digest(JsonNode header) throws IOException {
        return Sha256.of(JsonText.MAPPER.writeValueAsBytes(header));
    }

    private <T> void forEach(String name, Class<T> type, Consumer<T> consumer) {
        Path file = folder.resolve(name);
        try (LineReader<T> rows = new LineReader<>(file, Files.newInputStream(file), type)) {
            for (T row = rows.next(); row != null; row = rows.next()) {
                consumer.accept(row);
            }
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        } catch (DamagedFileException e) {
            throw e.of("the plan's file", file, REMEDY);
        }
    }

    private static Frozen read(Path folder) throws IOException, DamagedFileException {
        String text = Files.readString(folder.resolve(HEADER), StandardCharsets.UTF_8);
        JsonNode tree = JsonText.MAPPER.readTree(text);
        if (tree.path("format").asInt() > FORMAT) {
            throw new DamagedFileException("was made by a newer version of fdl-keeper");
        }
        return JsonText.MAPPER.treeToValue(tree, Frozen.class);
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest = Sha256.begin();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return Sha256.hex(digest.digest());
    }

    private static void require(String found, String told, String name) throws DamagedFileException {
        if (!found.equals(told)) {
            throw new DamagedFileException("was changed since it was frozen (" + name + ")");
        }
    }
}
