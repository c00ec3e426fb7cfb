package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.CaseReport;
import java.io.IOException;
import java.io.PrintStream;

/** Shows how the withdrawal of the demo went. */
record WithdrawalDemoReport(WithdrawalDemo.Result result, DemoFolder folder) {

    ExitCode exitCode() {
        return result.isProved() ? ExitCode.DONE : ExitCode.VERIFICATION_FAILED;
    }

    void asJson(JsonGenerator json) throws IOException {
        json.writeStringField("outcome", result.isProved() ? "succeeded" : "failed");
        json.writeStringField("location", folder.repository().toString());
        json.writeStringField("case", result.caseId());
        json.writeStringField("cleanVersion", result.clean());
        json.writeArrayFieldStart("steps");
        for (WithdrawalDemo.Step step : result.steps()) {
            json.writeStartObject();
            json.writeStringField("command", step.command());
            json.writeStringField("state", step.report().subject().state().name());
            json.writeStringField("outcome", step.report().outcome().id());
            json.writeStringField("message", step.report().message());
            json.writeEndObject();
        }
        json.writeEndArray();
        seen(json, "before", result.before());
        seen(json, "after", result.after());
        json.writeObjectFieldStart("certificate");
        json.writeStringField("folder", folder.certificate().toString());
        json.writeBooleanField("valid", result.untouched());
        json.writeBooleanField("validWithOneByteChanged", result.changed());
        json.writeEndObject();
    }

    private static void seen(JsonGenerator json, String name, ByteSearch.Seen seen) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("filesSearched", seen.files());
        JsonOutput.strings(json, "filesHoldingTheValue", seen.holding());
        json.writeEndObject();
    }

    void asText(PrintStream out) {
        out.println("An address was published that should not have been: in two data files of three versions, one of"
                + " them tagged. How it is withdrawn:");
        int number = 0;
        for (WithdrawalDemo.Step step : result.steps()) {
            number++;
            out.println();
            out.println(number + ". " + step.because());
            out.println("   $ " + (step.command().startsWith("FDL_") ? "" : "fdl-keeper ") + step.command());
            new CaseText(step.report(), view(step)).to(out);
        }
        out.println();
        out.println("Checked by other means than the keeper's own:");
        out.println("  bytes of the address before: in "
                + result.before().holding().size() + " of " + result.before().files() + " files");
        out.println(
                "  bytes of the address now:    in " + result.after().holding().size() + " of "
                        + result.after().files() + " files of repository, keeper's state and certificate");
        out.println("  certificate: " + (result.untouched() ? "valid" : "NOT VALID") + "; with one byte changed: "
                + (result.changed() ? "STILL VALID" : "not valid any more"));
        out.println();
        out.println("Open " + folder.certificate().resolve("certificate.html") + ", or look on:");
        String state = " --state " + Shown.asWord(folder.state().toString());
        out.println("  fdl-keeper withdraw show " + result.caseId() + state);
        out.println("  fdl-keeper certificate verify "
                + Shown.asWord(folder.certificate().resolve("certificate.json").toString()));
        out.println("  fdl-keeper audit verify "
                + Shown.asWord(folder.state().resolve("audit").toString()));
    }

    private static CaseView view(WithdrawalDemo.Step step) {
        CaseReport report = step.report();
        return new CaseView(
                step.command().contains("withdraw find"),
                step.command().contains("withdraw plan"),
                !report.results().isEmpty());
    }
}
