package dev.kcm.conformance.run;

import dev.kcm.testing.junit.KubeScenario;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/// The scenarios of this module.
record Scenarios(List<Method> methods) {

    /// Those whose names match, as in `DeploymentScenarioTest.rolls_out`; all without a pattern.
    static Scenarios all(Optional<Pattern> focus) {
        return new Scenarios(ReflectionSupport.findAllClassesInPackage(
                        "dev.kcm.conformance",
                        type -> AnnotationSupport.isAnnotated(type, KubeScenario.class),
                        _ -> true)
                .stream()
                .flatMap(type -> List.of(type.getDeclaredMethods()).stream())
                .filter(method -> !method.isSynthetic() && method.getParameterCount() == 1)
                .filter(method -> AnnotationSupport.isAnnotated(method, Test.class))
                .filter(method ->
                        focus.isEmpty() || focus.get().matcher(name(method)).find())
                .sorted(Comparator.comparing(Scenarios::name))
                .toList());
    }

    /// The distinct command lines that a manager needs for them.
    List<String> managerFlags() {
        return List.copyOf(
                new TreeSet<>(methods.stream().map(Scenarios::flagsOf).toList()));
    }

    Scenarios withManagerFlags(String flags) {
        return new Scenarios(
                methods.stream().filter(method -> flagsOf(method).equals(flags)).toList());
    }

    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /// A manager that runs in another directory needs the absolute path of a file.
    private static String withAbsolutePath(String flag) {
        int value = flag.indexOf("=src/");
        return value < 0
                ? flag
                : flag.substring(0, value + 1)
                        + Path.of(flag.substring(value + 1)).toAbsolutePath();
    }

    /// The controllers that some of them are about.
    Set<String> controllers() {
        return methods.stream()
                .flatMap(method -> List.of(wanted(method).controllers()).stream())
                .collect(Collectors.toSet());
    }

    private static KubeScenario wanted(Method method) {
        return AnnotationSupport.findAnnotation(method, KubeScenario.class)
                .or(() -> AnnotationSupport.findAnnotation(method.getDeclaringClass(), KubeScenario.class))
                .orElseThrow();
    }

    private static String flagsOf(Method method) {
        var wanted = wanted(method);
        var flags = new ArrayList<>(List.of(wanted.managerFlags()).stream()
                .map(Scenarios::withAbsolutePath)
                .toList());
        flags.addFirst("--controllers=" + String.join(",", wanted.controllers()));
        return String.join(" ", flags);
    }
}
