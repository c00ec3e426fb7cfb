package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.codahale.metrics.health.HealthCheck;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.ResourceConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import picocli.CommandLine;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Proves that the libraries the product stands on load and work together on the running Java. */
class StackTests {
    @Test
    void duckDbAnswersFromMemory() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT sum(range), version() FROM range(1000)")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(499_500);
            assertThat(rows.getString(2)).startsWith("v2.0.0");
        }
    }

    @Test
    void flywayMigratesH2AndJdbiReadsIt() {
        var pool = JdbcConnectionPool.create("jdbc:h2:mem:stack;DB_CLOSE_DELAY=-1", "sa", "");
        try {
            var migrated = Flyway.configure()
                    .dataSource(pool)
                    .locations("classpath:io/fdlkeeper/stack")
                    .load()
                    .migrate();
            assertThat(migrated.migrationsExecuted).isEqualTo(1);

            record Shelf(long id, String label) {}
            var shelves = Jdbi.create(pool)
                    .withHandle(handle -> handle.createQuery(
                                    "SELECT id, label FROM shelf WHERE label <> :other ORDER BY id")
                            .bind("other", "first")
                            .map((rows, context) -> new Shelf(rows.getLong("id"), rows.getString("label")))
                            .list());
            assertThat(shelves).containsExactly(new Shelf(2, "second"));
        } finally {
            pool.dispose();
        }
    }

    @Test
    void theS3ClientIsBuiltOnTheOneHttpClientWeChose() {
        try (var client = S3Client.builder()
                .region(Region.US_EAST_1)
                .endpointOverride(URI.create("http://127.0.0.1:9"))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClientBuilder(Apache5HttpClient.builder())
                .overrideConfiguration(o -> o.retryStrategy(r -> r.maxAttempts(1)))
                .build()) {
            assertThatExceptionOfType(SdkClientException.class)
                    .isThrownBy(client::listBuckets)
                    .withMessageContaining("127.0.0.1:9");
        }
    }

    @Test
    void quartzFiresAJobFromItsMemory() throws Exception {
        var properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", "stack");
        properties.setProperty("org.quartz.threadPool.threadCount", "1");
        var scheduler = new StdSchedulerFactory(properties).getScheduler();
        var fired = new CountDownLatch(1);
        scheduler.setJobFactory((bundle, itself) -> context -> fired.countDown());
        scheduler.scheduleJob(
                JobBuilder.newJob(Job.class).build(),
                TriggerBuilder.newTrigger().startNow().build());
        scheduler.start();
        assertThat(fired.await(20, TimeUnit.SECONDS)).isTrue();
        scheduler.shutdown(true);
    }

    @Test
    void prometheusWritesWhatACounterHolds() throws Exception {
        var registry = new PrometheusRegistry();
        Counter.builder()
                .name("fdl_stack_total")
                .help("Counts.")
                .register(registry)
                .inc(3);
        var out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, registry.scrape());
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("fdl_stack_total 3.0");
    }

    @Test
    void picocliParsesACommandWithOptions() {
        var root = new CommandLine(new RootCommand());
        assertThat(root.execute("count", "--upto", "7")).isEqualTo(28);
        assertThat(root.getUsageMessage()).contains("count");
    }

    @Test
    void jacksonReadsASealedTypeOfRecords() throws Exception {
        var mapper = JsonMapper.builder().findAndAddModules().build();
        assertThat(mapper.readValue("{\"kind\":\"square\",\"side\":3}", Shape.class))
                .isEqualTo(new Shape.Square(3));
    }

    @Test
    void dropwizardServesAResourceFromAConfigurationWithSubstitution() throws Exception {
        var application = new StackApplication();
        application.run("server", "io/fdlkeeper/stack/stack.yml");
        var server = application.server;
        try {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(server) + "/greeting"))
                    .build();
            var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("hello");
        } finally {
            server.stop();
        }
    }

    private static int port(Server server) {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    @CommandLine.Command(name = "stack", subcommands = CountCommand.class, description = "A root command.")
    static final class RootCommand {}

    @CommandLine.Command(name = "count", description = "Sum the numbers up to a limit.")
    static final class CountCommand implements Callable<Integer> {
        @CommandLine.Option(names = "--upto", required = true)
        int upto;

        @Override
        public Integer call() {
            return upto * (upto + 1) / 2;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Shape.Square.class, name = "square")})
    sealed interface Shape {
        record Square(int side) implements Shape {}
    }

    static final class StackConfiguration extends Configuration {
        @NotBlank
        @JsonProperty
        String greeting = "";
    }

    @Path("/greeting")
    public static final class GreetingResource {
        private final String greeting;

        GreetingResource(String greeting) {
            this.greeting = greeting;
        }

        @GET
        public String greeting() {
            return greeting;
        }
    }

    static final class AlwaysWell extends HealthCheck {
        @Override
        protected Result check() {
            return Result.healthy();
        }
    }

    static final class StackApplication extends Application<StackConfiguration> {
        Server server;

        @Override
        public void initialize(Bootstrap<StackConfiguration> bootstrap) {
            bootstrap.setConfigurationSourceProvider(new SubstitutingSourceProvider(
                    new ResourceConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(true)));
        }

        @Override
        public void run(StackConfiguration configuration, Environment environment) {
            environment.jersey().register(new GreetingResource(configuration.greeting));
            environment.healthChecks().register("stack", new AlwaysWell());
            environment.lifecycle().addServerLifecycleListener(started -> server = started);
        }
    }
}
