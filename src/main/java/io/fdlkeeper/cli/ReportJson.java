package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.RetentionDecision;
import io.fdlkeeper.run.JobKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes a job's report as scripts read it; {@code docs/json.md} has the members. */
final class ReportJson implements JsonWriting {

    /** These are always told, also when nothing came out so. */
    private static final List<ItemOutcome> ALWAYS = List.of(
            ItemOutcome.DELETED,
            ItemOutcome.ALREADY_ABSENT,
            ItemOutcome.SPARED,
            ItemOutcome.CHANGED,
            ItemOutcome.REFUSED,
            ItemOutcome.FAILED);

    private final String repository;
    private final JobReport report;
    private final Optional<ItemResults> results;

    private ReportJson(String repository, JobReport report, Optional<ItemResults> results) {
        this.repository = repository;
        this.report = report;
        this.results = results;
    }

    static ReportJson ofPlan(String repository, JobReport report) {
        return new ReportJson(repository, report, Optional.empty());
    }

    static ReportJson ofRun(String repository, JobReport report, ItemResults results) {
        return new ReportJson(repository, report, Optional.of(results));
    }

    @Override
    public void to(JsonGenerator json) throws IOException {
        Optional<Plan> plan =
                report.outcome() == JobOutcome.REFUSED && results.isEmpty() ? Optional.empty() : report.plan();
        json.writeStringField("job", report.job().id());
        json.writeStringField("repository", repository);
        json.writeStringField("location", report.location());
        if (results.isPresent()) {
            JsonOutput.optional(json, "run", report.run());
        }
        json.writeStringField("outcome", report.outcome().id());
        json.writeStringField("message", report.message());
        header(json, plan.map(Plan::header));
        refusals(json, report.refusals());
        if (results.isPresent()) {
            outcomes(json);
        }
        items(json, plan);
        if (report.job() == JobKind.GC || report.job() == JobKind.RESTORE) {
            spared(json, plan);
        } else if (report.job() == JobKind.RETENTION) {
            versions(json, "kept", report.decision().map(RetentionDecision::kept));
            versions(json, "unreached", report.decision().map(RetentionDecision::unreached));
        }
        JsonOutput.strings(json, "notes", report.notes());
    }

    private void header(JsonGenerator json, Optional<PlanHeader> header) throws IOException {
        JsonOutput.strings(
                json,
                "needsApproval",
                header.map(plan ->
                                plan.needsApproval().stream().map(Approval::id).toList())
                        .orElse(List.of()));
        JsonOutput.optional(json, "digest", header.map(PlanHeader::digest));
        JsonOutput.optional(json, "observedAt", header.map(PlanHeader::observedAt));
        json.writeObjectFieldStart("settings");
        for (var setting : new TreeMap<>(header.map(PlanHeader::settings).orElse(Map.of())).entrySet()) {
            json.writeStringField(setting.getKey(), setting.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("totals");
        for (var total : new TreeMap<>(header.map(PlanHeader::totals).orElse(Map.of())).entrySet()) {
            total(json, total.getKey(), total.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("leftForLater", header.map(PlanHeader::capped).orElse(0L));
    }

    static void total(JsonGenerator json, String name, Totals total) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("objects", total.objects());
        json.writeNumberField("bytes", total.bytes());
        json.writeEndObject();
    }

    static void refusals(JsonGenerator json, List<Refusal> refusals) throws IOException {
        json.writeArrayFieldStart("refusals");
        for (Refusal refusal : refusals) {
            json.writeStartObject();
            json.writeStringField("guard", refusal.guard().id());
            json.writeStringField("subject", refusal.subject());
            json.writeStringField("detail", refusal.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void outcomes(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("outcomes");
        for (ItemOutcome outcome : ItemOutcome.values()) {
            long objects = report.outcomes().getOrDefault(outcome, Totals.NONE).objects();
            if (ALWAYS.contains(outcome) || objects > 0) {
                json.writeNumberField(outcome.id(), objects);
            }
        }
        json.writeEndObject();
        json.writeNumberField(
                "deletedBytes",
                report.outcomes().getOrDefault(ItemOutcome.DELETED, Totals.NONE).bytes());
        json.writeNumberField("freedBytes", report.space().freedBytes());
        json.writeNumberField("hiddenBytes", report.space().hiddenBytes());
    }

    private void items(JsonGenerator json, Optional<Plan> plan) throws IOException {
        json.writeArrayFieldStart("items");
        if (plan.isPresent()) {
            plan.get().forEachItem(item -> unchecked(() -> item(json, item)));
        }
        json.writeEndArray();
    }

    private void item(JsonGenerator json, PlanItem item) throws IOException {
        boolean ofVersion = report.job() == JobKind.RETENTION || item.action() == PlanAction.UNMARK;
        json.writeStartObject();
        json.writeStringField(ofVersion ? "version" : "key", item.subject());
        json.writeStringField("action", item.action().id());
        json.writeStringField("reason", item.reasons().get(0));
        if (ofVersion) {
            JsonOutput.strings(json, "reasons", item.reasons());
        } else if (item.reasons().size() > 1) {
            json.writeStringField("detail", item.reasons().get(1));
        }
        json.writeNumberField("bytes", item.bytes());
        if (item.lastModified().isPresent()) {
            json.writeStringField("lastModified", item.lastModified().get().toString());
        }
        if (results.isPresent()) {
            JsonOutput.optional(json, "result", results.get().of(item));
        }
        json.writeEndObject();
    }

    private static void spared(JsonGenerator json, Optional<Plan> plan) throws IOException {
        json.writeArrayFieldStart("spared");
        if (plan.isPresent()) {
            plan.get().forEachSpared(spared -> unchecked(() -> spared(json, spared)));
        }
        json.writeEndArray();
    }

    private static void spared(JsonGenerator json, Spared spared) throws IOException {
        json.writeStartObject();
        json.writeStringField(VersionId.isValid(spared.subject()) ? "version" : "key", spared.subject());
        json.writeStringField("reason", spared.reason());
        json.writeStringField("detail", spared.detail());
        json.writeEndObject();
    }

    private static void versions(JsonGenerator json, String name, Optional<SortedMap<VersionId, List<String>>> versions)
            throws IOException {
        json.writeArrayFieldStart(name);
        if (versions.isPresent()) {
            for (var version : versions.get().entrySet()) {
                json.writeStartObject();
                json.writeStringField("version", version.getKey().text());
                JsonOutput.strings(json, "reasons", version.getValue());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private interface Writing {
        void now() throws IOException;
    }

    private static void unchecked(Writing writing) {
        try {
            writing.now();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
