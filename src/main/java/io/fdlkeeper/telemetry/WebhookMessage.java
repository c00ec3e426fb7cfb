package io.fdlkeeper.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.util.List;
import java.util.Optional;

/**
 * Word of one run. Says which and how it ended, never what it was about: no key, no folder, no person, and none of the run's own
 * sentences, since these may hold keys.
 */
final class WebhookMessage {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private WebhookMessage() {}

    static byte[] of(RunRecord run, Optional<JobReport> report, String repository) {
        RunOutcome outcome = run.outcome().orElseThrow();
        List<String> guards = report.map(Stops::of).orElse(List.of());
        ObjectNode json = JSON.createObjectNode()
                .put("event", "run-ended")
                .put("run", run.id())
                .put("kind", run.job().id())
                .put("repository", repository)
                .put("outcome", outcome.id());
        ArrayNode named = json.putArray("guards");
        guards.forEach(named::add);
        json.put("startedAt", run.startedAt().toString());
        json.put("endedAt", run.endedAt().orElseThrow().toString());
        json.put("message", sentence(run, repository, outcome, guards));
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a message of plain texts is always JSON", e);
        }
    }

    private static String sentence(RunRecord run, String repository, RunOutcome outcome, List<String> guards) {
        String what = run.job().id() + " of " + repository;
        String by = guards.isEmpty() ? "" : " by " + String.join(", ", guards);
        String ended =
                switch (outcome) {
                    case SUCCEEDED -> " succeeded";
                    case PARTIAL -> " did a part of what it was to do";
                    case REFUSED -> " was refused" + by;
                    case STALE -> " was given a plan that is out of date";
                    case STOPPED -> " was stopped on request";
                    case FAILED -> guards.isEmpty() ? " failed" : " found faults: " + String.join(", ", guards);
                    case INTERRUPTED -> " was cut off, since its process ended";
                };
        return what + ended + "; see 'fdl-keeper run show " + run.id() + "'";
    }
}
