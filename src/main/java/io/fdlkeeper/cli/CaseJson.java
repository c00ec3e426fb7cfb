package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.removal.Blocker;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a report about a case. Keys are as stored; where a case spans several repositories each thing names its own. */
record CaseJson(CaseReport report, CaseView view) implements JsonWriting {

    @Override
    public void to(JsonGenerator json) throws IOException {
        WithdrawalCase subject = report.subject();
        of(json, subject);
        json.writeStringField("outcome", report.outcome().id());
        json.writeStringField("message", report.message());
        if (view.findings()) {
            findings(json);
        }
        if (view.plan()) {
            plan(json);
        }
        if (view.results()) {
            results(json);
        }
        JsonOutput.strings(json, "notes", report.notes());
    }

    /** Writes what a list shows of a case, too. */
    static void of(JsonGenerator json, WithdrawalCase subject) throws IOException {
        json.writeStringField("case", subject.id());
        json.writeStringField("state", subject.state().name());
        JsonOutput.strings(json, "repositories", subject.opening().locations());
        json.writeStringField("reason", subject.opening().reasonClass());
        json.writeStringField("openedBy", subject.opening().openedBy());
        JsonOutput.optional(json, "requester", subject.opening().requester());
        json.writeNumberField("approvalsNeeded", subject.opening().approvals());
        CaseClocks clocks = subject.clocks();
        json.writeObjectFieldStart("deadlines");
        json.writeStringField("notifyBy", clocks.notifyBy().toString());
        json.writeStringField("answerBy", clocks.answerBy().toString());
        json.writeEndObject();
        json.writeStringField("openedAt", clocks.openedAt().toString());
        json.writeStringField("awareSince", clocks.awareSince().toString());
        JsonOutput.optional(json, "containedAt", clocks.containedAt());
        JsonOutput.optional(json, "notifiedAt", clocks.notifiedAt());
        JsonOutput.optional(json, "notificationReference", clocks.reference());
        JsonOutput.optional(json, "firstDeletionAt", clocks.firstDeletionAt());
        JsonOutput.optional(json, "endedAt", clocks.endedAt());
        JsonOutput.optional(json, "digest", subject.plan().map(WithdrawalCase.FrozenPlan::digest));
        approvals(json, subject.approvals());
    }

    private static void approvals(JsonGenerator json, List<CaseApproval> approvals) throws IOException {
        json.writeArrayFieldStart("approvals");
        for (CaseApproval approval : approvals) {
            json.writeStartObject();
            json.writeStringField("by", approval.by());
            json.writeStringField("at", approval.at().toString());
            json.writeStringField("key", approval.keyId().orElse("unverified"));
            JsonOutput.optional(json, "breakGlass", approval.breakGlass());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private boolean several() {
        return report.subject().opening().locations().size() > 1;
    }

    private void repository(JsonGenerator json, String location) throws IOException {
        if (several()) {
            json.writeStringField("repository", location);
        }
    }

    private void findings(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("files");
        for (Findings findings : report.findings()) {
            for (Findings.FoundFile file : findings.files()) {
                json.writeStartObject();
                repository(json, findings.location());
                json.writeStringField("key", file.key());
                json.writeNumberField("rows", file.rows());
                json.writeNumberField("bytes", file.bytes());
                JsonOutput.optional(json, "storeVersion", file.storeVersion());
                json.writeBooleanField("named", file.named());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        json.writeArrayFieldStart("versions");
        for (Findings findings : report.findings()) {
            for (Findings.FoundVersion version : findings.versions()) {
                json.writeStartObject();
                repository(json, findings.location());
                json.writeStringField("id", version.id().text());
                JsonOutput.strings(
                        json,
                        "because",
                        version.because().stream().sorted().map(Place::id).toList());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        unreadable(json);
        Findings.Scanned scanned = report.findings().stream()
                .map(Findings::scanned)
                .reduce(Findings.Scanned.NOTHING, Findings.Scanned::plus);
        json.writeObjectFieldStart("scanned");
        json.writeNumberField("files", scanned.files());
        json.writeNumberField("bytes", scanned.bytes());
        json.writeNumberField("catalogs", scanned.catalogs());
        json.writeEndObject();
    }

    private void unreadable(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("unreadable");
        for (Findings findings : report.findings()) {
            for (Findings.Unreadable unreadable : findings.unreadable()) {
                json.writeStartObject();
                repository(json, findings.location());
                json.writeStringField("key", unreadable.key());
                json.writeStringField("why", unreadable.why());
                JsonOutput.strings(
                        json,
                        "versions",
                        unreadable.versions().stream().map(VersionId::text).toList());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void plan(JsonGenerator json) throws IOException {
        if (!view.results()) {
            json.writeArrayFieldStart("items");
            for (RemovalPlan plan : report.plans()) {
                for (RemovalItem item : plan.items()) {
                    json.writeStartObject();
                    item(json, plan.location(), item);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("blockers");
        for (RemovalPlan plan : report.plans()) {
            for (Blocker blocker : plan.blockers()) {
                json.writeStartObject();
                repository(json, plan.location());
                json.writeStringField("kind", blocker.kind().id());
                JsonOutput.optional(json, "ref", blocker.ref());
                JsonOutput.optional(json, "version", blocker.version());
                json.writeStringField("remedy", blocker.remedy());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        residue(
                json,
                "expectedResidue",
                report.plans().stream()
                        .flatMap(plan -> plan.expectedResidue().stream())
                        .toList());
        JsonOutput.strings(
                json,
                "readers",
                report.plans().stream().flatMap(plan -> plan.readers().stream()).toList());
    }

    private void item(JsonGenerator json, String location, RemovalItem item) throws IOException {
        repository(json, location);
        json.writeStringField("action", item.action().id());
        json.writeStringField("key", item.key());
        json.writeStringField("reason", item.reason());
        json.writeNumberField("bytes", item.bytes());
        JsonOutput.optional(json, "etag", item.etag());
        JsonOutput.optional(json, "version", item.version());
        JsonOutput.strings(json, "storeVersions", item.storeVersions());
    }

    private void results(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("items");
        for (Item one : items()) {
            json.writeStartObject();
            item(json, one.location(), one.item());
            JsonOutput.optional(
                    json, "result", one.result().map(result -> result.outcome().id()));
            json.writeStringField(
                    "detail", one.result().map(RemovalResult::detail).orElse(""));
            json.writeEndObject();
        }
        json.writeEndArray();
        Map<String, Long> outcomes = report.results().stream()
                .collect(Collectors.groupingBy(result -> result.outcome().id(), TreeMap::new, Collectors.counting()));
        json.writeObjectFieldStart("outcomes");
        for (var outcome : outcomes.entrySet()) {
            json.writeNumberField(outcome.getKey(), outcome.getValue());
        }
        json.writeEndObject();
        residue(json, "residue", report.subject().residue());
    }

    /** An item with what became of it, where something did. */
    private record Item(String location, RemovalItem item, Optional<RemovalResult> result) {}

    private List<Item> items() {
        Stream<Item> shown = report.results().isEmpty()
                ? report.plans().stream()
                        .flatMap(plan ->
                                plan.items().stream().map(item -> new Item(plan.location(), item, Optional.empty())))
                : report.results().stream()
                        .map(result -> new Item(result.location(), result.item(), Optional.of(result)));
        return shown.toList();
    }

    static void residue(JsonGenerator json, String name, List<ResidueItem> items) throws IOException {
        json.writeArrayFieldStart(name);
        for (ResidueItem item : items) {
            json.writeStartObject();
            json.writeStringField("id", item.id());
            json.writeStringField("kind", item.kind().id());
            json.writeStringField("subject", item.subject());
            json.writeStringField("why", item.why());
            json.writeStringField("owner", item.owner());
            JsonOutput.optional(json, "due", item.due());
            json.writeBooleanField("open", item.isOpen());
            JsonOutput.optional(json, "acknowledgedBy", item.acknowledged().map(ResidueItem.Acknowledgement::by));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
