package dev.kcm.testing.junit;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.Client;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// Starts a test's cluster when it is first asked for and closes it after the test.
final class KubeClusterExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(KubeClusterExtension.class);
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    /// A constructor's parameters belong to the test that the instance is made for.
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == Cluster.class || type == Client.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var cluster = context.getStore(NAMESPACE).computeIfAbsent(Cluster.class, _ -> start(context), Cluster.class);
        return parameter.getParameter().getType() == Client.class ? cluster.client() : cluster;
    }

    private static Cluster start(ExtensionContext context) {
        var wanted = AnnotationSupport.findAnnotation(context.getElement(), KubeCluster.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), KubeCluster.class))
                .orElseThrow(() -> new ParameterResolutionException("put @KubeCluster on the test or its class"));
        try {
            return Cluster.start(settings(wanted).withControllers(OwnControllers.of(context.getRequiredTestClass())));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ParameterResolutionException("interrupted while the cluster started", interrupted);
        }
    }

    private static ClusterSettings settings(KubeCluster wanted) {
        var settings =
                ClusterSettings.inProcess().withNodes(wanted.nodes()).withManagerFlags(List.of(wanted.managerFlags()));
        var timed = wanted.virtualTime() ? settings.withClock(new VirtualClock(BEGINNING)) : settings;
        return wanted.served() ? timed.withPort(0) : timed;
    }
}
