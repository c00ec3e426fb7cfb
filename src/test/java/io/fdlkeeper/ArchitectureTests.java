package io.fdlkeeper;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the cut between core and edge, and the dangerous calls in one place each. */
class ArchitectureTests {
    private static final String ROOT = "io.fdlkeeper";

    /** A scan that finds almost nothing would let every rule pass. */
    private static final int FEWEST_CLASSES = 60;

    /** Each core package and what it names directly; what those may see, it may see too, since their values hold it. */
    private static final Map<String, Set<String>> CORE = Map.ofEntries(
            Map.entry("store", Set.of()),
            Map.entry("audit", Set.of()),
            Map.entry("repository", Set.of("store")),
            Map.entry("catalog", Set.of("repository", "store")),
            Map.entry("run", Set.of("audit")),
            Map.entry("hold", Set.of("repository", "audit")),
            Map.entry("plan", Set.of("repository", "store", "run")),
            Map.entry("retention", Set.of("repository", "hold", "plan")),
            Map.entry("gc", Set.of("repository", "catalog", "hold", "plan")),
            Map.entry("verification", Set.of("repository", "catalog")),
            Map.entry("withdrawal", Set.of("repository", "catalog", "hold", "plan", "audit", "run")),
            Map.entry(
                    "maintenance",
                    Set.of(
                            "audit",
                            "run",
                            "hold",
                            "plan",
                            "retention",
                            "gc",
                            "withdrawal",
                            "verification",
                            "repository",
                            "catalog")));

    /** Their documents are JSON; everywhere else in the core a value is a value. */
    private static final Set<String> READS_JSON = Set.of("repository", "plan", "run");

    private static final List<String> EDGES = List.of(
            "store.local",
            "store.s3",
            "catalog.duckdb",
            "state",
            "schedule",
            "config",
            "web",
            "cli",
            "control",
            "telemetry",
            "signing",
            "sample");

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .importPackages(ROOT);

    static Stream<String> corePackages() {
        return CORE.keySet().stream().sorted();
    }

    @Test
    void theScanFindsTheProduct() {
        assertThat(PRODUCT.size()).isGreaterThanOrEqualTo(FEWEST_CLASSES);
    }

    @Test
    void everyPackageBelongsToTheCoreOrToTheEdge() {
        var unknown = PRODUCT.stream()
                .filter(type -> !type.getPackageName().equals(ROOT))
                .filter(type ->
                        CORE.keySet().stream().noneMatch(name -> core(name).test(type)))
                .filter(not(anyEdge()))
                .map(JavaClass::getPackageName)
                .collect(toCollection(TreeSet::new));
        assertThat(unknown).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        var marked = PRODUCT.stream()
                .filter(type -> type.getSimpleName().equals("package-info") && type.isAnnotatedWith(NullMarked.class))
                .map(JavaClass::getPackageName)
                .collect(toSet());
        var present = new TreeSet<String>();
        PRODUCT.forEach(type -> present.add(type.getPackageName()));
        assertThat(present).isSubsetOf(marked);
    }

    @ParameterizedTest
    @MethodSource("corePackages")
    void aCorePackageSeesOnlyWhatTheDesignLists(String name) {
        var allowed =
                resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..").or(core(name));
        for (var other : reachable(name)) {
            allowed = allowed.or(core(other));
        }
        if (READS_JSON.contains(name)) {
            allowed = allowed.or(resideInAPackage("com.fasterxml.jackson.."));
        }
        hold(classes().that(core(name)).should().onlyDependOnClassesThat(allowed));
    }

    @ParameterizedTest
    @FieldSource("EDGES")
    void anEdgePackageSeesNoOtherEdge(String name) {
        hold(noClasses()
                .that(edge(name))
                .should()
                .dependOnClassesThat(anyEdge().and(not(edge(name))))
                .because("edges meet in the core, and are wired by the root"));
    }

    @Test
    void nothingSeesTheRoot() {
        hold(noClasses().that(not(resideInAPackage(ROOT))).should().dependOnClassesThat(resideInAPackage(ROOT)));
    }

    @Test
    void packagesAreFreeOfCycles() {
        hold(slices().matching(ROOT + ".(**)").should().beFreeOfCycles());
    }

    @Test
    void databasesAreReachedFromTheirAdaptersOnly() {
        onlyIn(List.of("catalog.duckdb", "state", "sample"), "java.sql..", "javax.sql..", "org.duckdb..");
        onlyIn(List.of("state"), "org.jdbi..", "org.flywaydb..", "org.h2..");
    }

    @Test
    void schedulerAndObjectStoreLibrariesStayInTheirEdge() {
        onlyIn(List.of("schedule"), "org.quartz..");
        onlyIn(List.of("store.s3"), "software.amazon..");
    }

    @Test
    void timeChanceAndPlaceComeIntoTheCoreFromOutside() {
        hold(noClasses().that(anyCore()).should().accessTargetWhere(ambient()));
    }

    @Test
    void ambientCallsAreCaughtAsCallReferenceAndConstructor() {
        var offender = new ClassFileImporter().importClasses(Offender.class).get(Offender.class);
        var caught = offender.getAccessesFromSelf().stream()
                .filter(ambient())
                .map(access -> access.getTarget().getName())
                .collect(toSet());
        assertThat(caught).containsExactlyInAnyOrder("now", "randomUUID", "<init>");
    }

    @Test
    void onlyMainEndsTheProcess() {
        hold(noClasses()
                .that(not(describe("Main", type -> type.getName().equals(ROOT + ".Main"))))
                .should()
                .accessTargetWhere(target(System.class, "exit")
                        .or(target(Runtime.class, "exit"))
                        .or(target(Runtime.class, "halt"))));
    }

    @Test
    void onlyThePlanExecutorsPackageDeletes() {
        var deletions = methodsOf("ObjectDeleter");
        assertThat(deletions).isNotEmpty();
        onlyThePlanExecutor("ObjectDeleter", deletions);
        onlyThePlanExecutor("ObjectVersions", Set.of("remove"));
        onlyThePlanExecutor("UnfinishedUploads", Set.of("abort"));
        assertThat(methodsOf("ObjectVersions")).contains("remove");
        assertThat(methodsOf("UnfinishedUploads")).contains("abort");
    }

    private static Set<String> methodsOf(String port) {
        return PRODUCT.get(ROOT + ".store." + port).getMethods().stream()
                .map(JavaMethod::getName)
                .collect(toSet());
    }

    private static void onlyThePlanExecutor(String port, Set<String> deletions) {
        hold(noClasses()
                .that(not(core("plan")).and(not(resideInAPackage(ROOT + ".store.."))))
                .should()
                .accessTargetWhere(describe(
                        "ask a store to delete",
                        access -> access.getTargetOwner().isAssignableTo(ROOT + ".store." + port)
                                && deletions.contains(access.getTarget().getName())))
                .because("a deletion needs a plan, a permit and a journal"));
    }

    @Test
    void onlyALeaseMakesAPermit() {
        hold(noClasses()
                .that(not(core("run")))
                .should()
                .accessTargetWhere(describe(
                        "make a Permit",
                        access -> access.getTargetOwner().getName().equals(ROOT + ".run.Permit")
                                && access.getTarget().getName().equals("<init>"))));
    }

    @Test
    void namesAreThoseOfTheField() {
        hold(noClasses().should().haveNameMatching(".*(Util|Utils|Manager|Helper|Impl)"));
    }

    private static void onlyIn(List<String> edges, String... libraries) {
        hold(noClasses()
                .that(not(describe(
                        "in " + edges,
                        type -> edges.stream().anyMatch(name -> edge(name).test(type)))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(libraries)));
    }

    private static DescribedPredicate<JavaClass> core(String name) {
        return resideInAPackage(ROOT + "." + name + "..").and(not(anyEdge())).as("core package " + name);
    }

    private static DescribedPredicate<JavaClass> anyCore() {
        return describe(
                "in the core",
                type -> CORE.keySet().stream().anyMatch(name -> core(name).test(type)));
    }

    private static DescribedPredicate<JavaClass> edge(String name) {
        return resideInAPackage(ROOT + "." + name + "..");
    }

    private static DescribedPredicate<JavaClass> anyEdge() {
        return resideInAnyPackage(
                EDGES.stream().map(name -> ROOT + "." + name + "..").toArray(String[]::new));
    }

    private static Set<String> reachable(String name) {
        var seen = new LinkedHashSet<String>();
        CORE.get(name).forEach(direct -> {
            seen.add(direct);
            seen.addAll(reachable(direct));
        });
        return seen;
    }

    private static DescribedPredicate<JavaAccess<?>> ambient() {
        return target(Thread.class, "sleep")
                .or(target(Math.class, "random"))
                .or(target(UUID.class, "randomUUID"))
                .or(target(System.class, "currentTimeMillis"))
                .or(target(java.util.Locale.class, "getDefault"))
                .or(target(java.util.TimeZone.class, "getDefault"))
                .or(target(java.time.ZoneId.class, "systemDefault"))
                .or(target(Random.class, "<init>"))
                .or(describe(
                        "read the clock or a thread's chance",
                        access -> access.getTargetOwner().getPackageName().equals("java.time")
                                        && (access.getTarget().getName().equals("now")
                                                || access.getTarget().getName().startsWith("system"))
                                || access.getTargetOwner().getSimpleName().equals("ThreadLocalRandom")));
    }

    private static DescribedPredicate<JavaAccess<?>> target(Class<?> owner, String name) {
        return describe(
                owner.getSimpleName() + "." + name,
                access -> access.getTargetOwner().isEquivalentTo(owner)
                        && access.getTarget().getName().equals(name));
    }

    /** A package that is still empty keeps every rule. */
    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(PRODUCT);
    }

    /** Breaks the rules on purpose, each in another way. */
    static final class Offender {
        final Instant called = Instant.now();
        final Supplier<UUID> referenced = UUID::randomUUID;
        final Random constructed = new Random();
    }
}
