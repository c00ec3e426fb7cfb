package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.store.s3.S3UnderTest;
import io.fdlkeeper.store.s3.servers.RunningServer;
import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/** Copies of a leaked file that were deleted before, and that only a listing of versions shows, are withdrawn too. */
class WithdrawnOldVersionsTests {

    private static final String VALUE = "leak.7f3a@example.invalid";
    private static final String BUCKET = "withdrawn";
    private static final String PREFIX = "lake/";
    private static final String HIDDEN = "data/main/people/hidden.parquet";

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.FAKE);

    @TempDir
    Path folder;

    private final Fixture fixture = Fixture.named("h4-withdraw-clean");
    private String bucket = BUCKET;

    /** The chain of credentials looks at properties first. */
    @BeforeAll
    static void signIn() {
        System.setProperty("aws.accessKeyId", RunningServer.ACCESS_KEY);
        System.setProperty("aws.secretAccessKey", RunningServer.SECRET_KEY);
    }

    @AfterAll
    static void signOut() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private void upload() {
        bucket = S3UnderTest.bucket(SERVER.running(), BUCKET);
        String leaked = fixture.expected()
                .path("withdrawal")
                .path(0)
                .path("files")
                .path(0)
                .asText();
        try (var client = S3UnderTest.client(SERVER.running())) {
            client.putBucketVersioning(request -> request.bucket(bucket)
                    .versioningConfiguration(versions -> versions.status(BucketVersioningStatus.ENABLED)));
            fixture.forEachObject((key, content, lastModified) -> client.putObject(
                    request -> request.bucket(bucket).key(PREFIX + key), RequestBody.fromBytes(content)));
            byte[] content = client.getObjectAsBytes(
                            request -> request.bucket(bucket).key(PREFIX + leaked))
                    .asByteArray();
            client.putObject(request -> request.bucket(bucket).key(PREFIX + HIDDEN), RequestBody.fromBytes(content));
            client.deleteObject(request -> request.bucket(bucket).key(PREFIX + HIDDEN));
        }
    }

    private Map<String, String> everything() {
        Map<String, String> all = new TreeMap<>();
        try (var client = S3UnderTest.client(SERVER.running())) {
            for (ObjectVersion version : client.listObjectVersionsPaginator(
                            request -> request.bucket(bucket).prefix(PREFIX))
                    .versions()) {
                byte[] content = client.getObjectAsBytes(request ->
                                request.bucket(bucket).key(version.key()).versionId(version.versionId()))
                        .asByteArray();
                all.put(version.key() + " " + version.versionId(), new String(content, StandardCharsets.ISO_8859_1));
            }
        }
        return all;
    }

    private JsonNode run(String command, String input, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of(
                "--location",
                "s3://" + bucket + "/" + PREFIX,
                "--endpoint",
                SERVER.running().endpoint().toString(),
                "--published-as",
                fixture.repositoryUrl(),
                "--state",
                "state",
                "--json"));
        var outcome = Commands.in(folder).reading(input, arguments.toArray(String[]::new));
        assertThat(outcome.code())
                .as(command + ": " + outcome.out() + outcome.err())
                .isZero();
        return outcome.json();
    }

    @Test
    void hiddenCopyIsFoundAndGoesForGood() {
        upload();
        String id = run(
                        "withdraw open",
                        "",
                        "--reason",
                        "personal-data",
                        "--aware-since",
                        "2026-11-30T00:00Z",
                        "--approvals",
                        "0",
                        "--no-guard")
                .get("case")
                .asText();
        JsonNode found = run("withdraw find " + id, "main.people: mail = '" + VALUE + "'", "--where-file", "-");
        assertThat(found.get("files").findValuesAsText("key")).contains(HIDDEN);
        run("withdraw plan " + id, "");
        run("withdraw execute " + id, "");
        assertThat(run("withdraw verify " + id, "").get("state").asText()).isEqualTo("COMPLETE");
        assertThat(everything())
                .isNotEmpty()
                .allSatisfy((name, content) -> assertThat(content).doesNotContain(VALUE));
        assertThat(everything().keySet()).noneMatch(name -> name.contains("hidden"));
    }
}
