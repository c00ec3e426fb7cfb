package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

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
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.DriverManager;
import java.util.concurrent.Callable;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

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
