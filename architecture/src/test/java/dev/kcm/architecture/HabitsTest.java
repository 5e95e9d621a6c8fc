package dev.kcm.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Habits of the house that bytecode shows: one clock, threads only where they are owned, no
/// throw-away names.
class HabitsTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.kcm");

    private static final String[] MODULES_WITHOUT_THREADS = {"dev.kcm.model..", "dev.kcm.controllers.."};

    @Test
    void time_comes_from_the_one_clock() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.kcm.base.SystemClock")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", Duration.class)
                .check(OURS);
    }

    @Test
    void threads_and_locks_live_in_the_modules_that_own_them() {
        noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(MODULES_WITHOUT_THREADS)
                .should()
                .haveModifier(JavaModifier.SYNCHRONIZED)
                .allowEmptyShould(true)
                .check(OURS);
        noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(MODULES_WITHOUT_THREADS)
                .should()
                .haveModifier(JavaModifier.VOLATILE)
                .allowEmptyShould(true)
                .check(OURS);
        noClasses()
                .that()
                .resideInAnyPackage("dev.kcm.controllers..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.concurrent..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void no_package_is_called_after_nothing() {
        noClasses()
                .should()
                .resideInAnyPackage("..util..", "..common..", "..impl..", "..helper..", "..misc..")
                .check(OURS);
    }

    @Test
    void names_say_what_a_class_is() {
        // The program is called so, service accounts and two admission plugins are called default by Kubernetes, a
        // real cluster is what it says, field managers are Kubernetes', and key and trust managers are JSSE's.
        noClasses()
                .that()
                .haveNameNotMatching(
                        ".*(KubeControllerManager|DefaultServiceAccounts|DefaultStorageClass|DefaultTolerationSeconds|RealOnly|FieldManager|KeyManager|TrustManager)(\\$.*)?")
                .should()
                .haveNameMatching(
                        ".*\\.(Abstract|Default|Real)[A-Z][A-Za-z]*|.*(Impl|Manager|Control|Interface|Helper|Utils?)")
                .check(OURS);
    }
}
