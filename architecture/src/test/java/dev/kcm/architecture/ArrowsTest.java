package dev.kcm.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Which module may use which, and that no packages use each other in a circle.
class ArrowsTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.kcm");

    /// Packages of the API groups and the registry of all kinds; all others are written by hand.
    private static final Pattern GENERATED = Pattern.compile("dev\\.kcm\\.model\\.(\\w+\\.v\\d\\w*|catalog)");

    /// What each module may use besides itself and the JDK's and third parties' classes.
    private static final Map<String, Set<String>> MAY_USE = new TreeMap<>(Map.ofEntries(
            Map.entry("base", Set.of()),
            Map.entry("model", Set.of("base")),
            Map.entry("client", Set.of("model", "base")),
            Map.entry("runtime", Set.of("client", "model", "base")),
            Map.entry("serving", Set.of("base")),
            Map.entry("controllers", Set.of("runtime", "model", "base")),
            Map.entry("manager", Set.of("controllers", "serving", "runtime", "client", "model", "base")),
            Map.entry("apiserver", Set.of("model", "serving", "base")),
            Map.entry(
                    "cluster",
                    Set.of("manager", "apiserver", "controllers", "serving", "runtime", "client", "model", "base")),
            Map.entry(
                    "testing",
                    Set.of(
                            "cluster",
                            "manager",
                            "apiserver",
                            "controllers",
                            "serving",
                            "runtime",
                            "client",
                            "model",
                            "base")),
            Map.entry(
                    "cli",
                    Set.of(
                            "cluster",
                            "manager",
                            "apiserver",
                            "controllers",
                            "serving",
                            "runtime",
                            "client",
                            "model",
                            "base")),
            Map.entry("examples", Set.of("runtime", "model", "base"))));

    @TestFactory
    Stream<DynamicTest> arrows_point_one_way() {
        return MAY_USE.entrySet().stream()
                .map(module -> DynamicTest.dynamicTest(
                        module.getKey() + " uses only " + module.getValue(),
                        () -> arrow(module.getKey(), module.getValue()).check(OURS)));
    }

    @Test
    void every_module_with_classes_is_in_the_table() {
        assertThat(OURS.stream()
                        .map(ArrowsTest::module)
                        .filter(name -> !name.equals("architecture"))
                        .distinct())
                .isSubsetOf(MAY_USE.keySet());
    }

    @Test
    void packages_of_a_module_form_no_circle() {
        // Generated types refer to each other across API groups and to the hand-written registry
        // that finds them.
        slices().matching("dev.kcm.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(OURS.that(DescribedPredicate.not(areGenerated())));
    }

    @Test
    void controllers_see_plans_and_caches_but_never_the_client() {
        noClasses()
                .that(isIn("controllers"))
                .should()
                .dependOnClassesThat(isIn("client"))
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void no_controller_uses_another() {
        noClasses().that(isIn("controllers")).should(useAnotherController()).check(OURS);
    }

    @Test
    void what_controllers_share_uses_none_of_them() {
        noClasses()
                .that()
                .resideInAPackage("dev.kcm.controllers.shared..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "belong to a controller", type -> controller(type).isPresent()))
                .check(OURS);
    }

    private static ArchRule arrow(String module, Set<String> allowed) {
        return noClasses()
                .that(isIn(module))
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are of another module than " + allowed,
                        type -> type.getPackageName().startsWith("dev.kcm.")
                                && !module(type).equals(module)
                                && !allowed.contains(module(type))))
                .allowEmptyShould(true);
    }

    private static ArchCondition<JavaClass> useAnotherController() {
        return new ArchCondition<>("use another controller") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                var own = controller(type);
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> own.isPresent()
                                && controller(dependency.getTargetClass())
                                        .filter(other -> !other.equals(own.get()))
                                        .isPresent())
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.satisfied(type, dependency.getDescription())));
            }
        };
    }

    /// Controllers live in `dev.kcm.controllers.<family>.<controller>`.
    private static Optional<String> controller(JavaClass type) {
        var parts = type.getPackageName().split("\\.");
        return type.getPackageName().startsWith("dev.kcm.controllers.")
                        && parts.length > 4
                        && !parts[3].equals("shared")
                ? Optional.of(parts[3] + "." + parts[4])
                : Optional.empty();
    }

    private static DescribedPredicate<JavaClass> isIn(String module) {
        return DescribedPredicate.describe(
                "are in module " + module,
                type -> type.getPackageName().startsWith("dev.kcm.")
                        && module(type).equals(module));
    }

    private static DescribedPredicate<JavaClass> areGenerated() {
        return DescribedPredicate.describe(
                "are generated",
                type -> GENERATED.matcher(type.getPackageName()).matches());
    }

    private static String module(JavaClass type) {
        return type.getPackageName().split("\\.")[2];
    }
}
