package io.fdlkeeper.state;

import static io.fdlkeeper.state.PlanStoreContract.DIGEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan that is not exactly what was frozen is not executed. */
class FilePlanStoreTests {

    @TempDir
    Path folder;

    private FilePlanStore plans;
    private Path plan;

    @BeforeEach
    void freezeAPlan() {
        var layout = new StateFolder(folder);
        StateFiles.folder(layout.temporary());
        StateFiles.folder(layout.plans());
        plans = new FilePlanStore(layout);
        plan = layout.plans().resolve(DIGEST);
        try (var draft = plans.draft()) {
            draft.item(PlanStoreContract.DELETE);
            draft.item(PlanStoreContract.EXPIRE);
            draft.spare(PlanStoreContract.YOUNG);
            draft.freeze(PlanStoreContract.header(DIGEST, PlanStoreContract.OBSERVED));
        }
    }

    @Test
    void planIsPlainFilesAndLeavesNothingElse() throws IOException {
        assertThat(plan.resolve("items.jsonl")).content().startsWith("{\"action\":\"DELETE\",\"subject\":\"data/name=");
        assertThat(plan.resolve("spared.jsonl")).content().startsWith("{\"subject\":\"data/yo\\u2028ung\",");
        assertThat(plan.resolve("header.json")).content().startsWith("{\"format\":1,\"header\":{\"job\":\"GC\",");
        assertThat(folder.resolve("temporary")).isEmptyDirectory();
    }

    @Test
    void changeOfAnyFileIsFound() throws IOException {
        for (var name : new String[] {"items.jsonl", "spared.jsonl"}) {
            var whole = Files.readString(plan.resolve(name));
            Files.writeString(plan.resolve(name), whole + whole);
            assertRefused("was changed since it was frozen (" + name + ")");
            Files.writeString(plan.resolve(name), whole);
        }
        var header = plan.resolve("header.json");
        Files.writeString(
                header, Files.readString(header).replace("\"needsApproval\":[\"SHARE\",", "\"needsApproval\":["));
        assertRefused("was changed since it was frozen (header.json)");
    }

    @Test
    void missingFileIsFound() throws IOException {
        Files.delete(plan.resolve("spared.jsonl"));
        assertRefused("is not complete");
    }

    @Test
    void folderUnderAnotherNameIsFound() throws IOException {
        var other = "f".repeat(64);
        Files.move(plan, plan.resolveSibling(other));
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> plans.find(other))
                .withMessageContaining("was changed since it was frozen");
    }

    @Test
    void newerAndDamagedHeadersAreToldApart() throws IOException {
        var header = plan.resolve("header.json");
        Files.writeString(header, "{\"format\":2,\"more\":1}");
        assertRefused("was made by a newer version of fdl-keeper");
        Files.writeString(header, "{\"format\":1,");
        assertRefused("is damaged");
        Files.writeString(header, "{\"format\":1}");
        assertRefused("is damaged");
    }

    @Test
    void planThatCannotBeReadIsNotForgottenByItsAge() throws IOException {
        Files.writeString(plan.resolve("header.json"), "{");
        plans.forgetBefore(PlanStoreContract.OBSERVED.plusSeconds(9));
        assertThat(plan).exists();
    }

    @Test
    void digestThatIsNoDigestIsRefused() {
        try (var draft = plans.draft()) {
            draft.item(PlanStoreContract.DELETE);
            draft.item(PlanStoreContract.EXPIRE);
            var header = PlanStoreContract.header("../../outside", PlanStoreContract.OBSERVED);
            assertThatIllegalArgumentException().isThrownBy(() -> draft.freeze(header));
        }
        assertThat(folder.resolve("temporary")).isEmptyDirectory();
    }

    private void assertRefused(String why) {
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> plans.find(DIGEST.substring(0, 8)))
                .withMessageStartingWith("the plan " + plan)
                .withMessageContaining(why)
                .withMessageEndingWith("; make a new plan");
    }
}
