package dev.kcm.testing.junit;

import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.BackendChoice;
import dev.kcm.testing.backend.BackendSettings;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.scenario.UnsupportedByBackendException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/// Opens a test's backend, runs its scenario and checks what must hold for every scenario.
final class KubeScenarioExtension implements ParameterResolver, InvocationInterceptor, ExecutionCondition {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(KubeScenarioExtension.class);

    /// Namespaces may have 63 characters, and a real one gets a suffix.
    private static final int LONGEST_NAME = 40;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var kind = BackendChoice.current().kind();
        if (!kind.isOurs()
                && context.getTestClass()
                        .filter(it -> !OwnControllers.of(it).isEmpty())
                        .isPresent()) {
            return ConditionEvaluationResult.disabled(
                    "another manager does not have the controllers marked @OwnController");
        }
        var reason = switch (kind) {
            case EMBEDDED -> reason(context, RealOnly.class, RealOnly::value);
            case WIRE ->
                reason(context, RealOnly.class, RealOnly::value)
                        .or(() -> reason(context, NotOverTheWire.class, NotOverTheWire::value));
            case REAL, GO -> reason(context, EmbeddedOnly.class, EmbeddedOnly::value);
        };
        return reason.map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("runs on this backend"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Scenario.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "take the Scenario as a parameter of the test method: it runs several times");
        }
        return context.getStore(NAMESPACE)
                .computeIfAbsent(Scenario.class, _ -> Scenario.on(open(context)), Scenario.class);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, method, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, method, context);
    }

    private static void run(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        var scenario = method.getArguments().stream()
                .filter(Scenario.class::isInstance)
                .map(Scenario.class::cast)
                .findFirst();
        if (scenario.isEmpty()) {
            invocation.proceed();
            return;
        }
        var name = context.getRequiredTestClass().getSimpleName()
                + "."
                + context.getRequiredTestMethod().getName();
        var run = new ScenarioRun(name, () -> open(context), it -> replay(method, it));
        try {
            run.first(scenario.get(), invocation::proceed);
        } catch (UnsupportedByBackendException elsewhere) {
            throw new TestAbortedException(elsewhere.getMessage(), elsewhere);
        }
    }

    private static void replay(ReflectiveInvocationContext<Method> method, Scenario scenario) {
        var arguments = method.getArguments().stream()
                .map(argument -> argument instanceof Scenario ? scenario : argument)
                .toArray();
        ReflectionSupport.invokeMethod(
                method.getExecutable(), method.getTarget().orElseThrow(), arguments);
    }

    private static Backend open(ExtensionContext context) {
        var wanted = AnnotationSupport.findAnnotation(context.getElement(), KubeScenario.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), KubeScenario.class))
                .orElseThrow(() -> new ParameterResolutionException("put @KubeScenario on the test or its class"));
        var settings = new BackendSettings(
                namespace(context.getRequiredTestMethod()),
                List.of(wanted.controllers()),
                OwnControllers.of(context.getRequiredTestClass()),
                List.of(wanted.managerFlags()),
                wanted.nodes(),
                wanted.wholeCluster());
        try {
            return Backend.open(settings);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ParameterResolutionException("interrupted while the backend opened", interrupted);
        }
    }

    private static String namespace(Method method) {
        var name = method.getName().toLowerCase(Locale.ROOT).replace('_', '-');
        var cut = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        return cut.endsWith("-") ? cut.substring(0, cut.length() - 1) : cut;
    }

    private static <A extends Annotation> Optional<String> reason(
            ExtensionContext context, Class<A> type, Function<A, String> text) {
        return AnnotationSupport.findAnnotation(context.getElement(), type).map(text);
    }
}
