package dev.kcm.model.defaults;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.ContainerPort;
import dev.kcm.model.core.v1.EnvVar;
import dev.kcm.model.core.v1.EphemeralContainer;
import dev.kcm.model.core.v1.HTTPGetAction;
import dev.kcm.model.core.v1.Lifecycle;
import dev.kcm.model.core.v1.LifecycleHandler;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSecurityContext;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.Probe;
import dev.kcm.model.core.v1.ResourceRequirements;
import java.util.function.UnaryOperator;

/// What the server fills in of pods and pod templates.
public final class PodDefaults {
    private static final long GRACE_SECONDS = 30;

    private PodDefaults() {}

    /// A pod gets what a template gets and some more, which templates must not show.
    public static Pod pod(Pod pod) {
        var spec = podSpec(pod.spec(), container -> boundedRequests(container, pod.spec()));
        return pod.withSpec(spec.toBuilder()
                .enableServiceLinks(spec.enableServiceLinks().orElse(true))
                .terminationGracePeriodSeconds(
                        positive(spec.terminationGracePeriodSeconds().orElse(GRACE_SECONDS)))
                .build());
    }

    /// A negative grace period is a second.
    private static long positive(long seconds) {
        return seconds < 0 ? 1 : seconds;
    }

    public static PodTemplateSpec template(PodTemplateSpec template) {
        return template.withSpec(podSpec(template.spec(), UnaryOperator.identity()));
    }

    private static PodSpec podSpec(PodSpec spec, UnaryOperator<Container> more) {
        var account = spec.serviceAccountName().isEmpty() ? spec.serviceAccount() : spec.serviceAccountName();
        return spec.toBuilder()
                .dnsPolicy(Defaults.or(spec.dnsPolicy(), "ClusterFirst"))
                .restartPolicy(Defaults.or(spec.restartPolicy(), "Always"))
                .securityContext(spec.securityContext().orElse(PodSecurityContext.EMPTY))
                .terminationGracePeriodSeconds(
                        spec.terminationGracePeriodSeconds().orElse(GRACE_SECONDS))
                .schedulerName(Defaults.or(spec.schedulerName(), "default-scheduler"))
                .serviceAccountName(account)
                .serviceAccount(account)
                .containers(Defaults.all(spec.containers(), c -> more.apply(container(c))))
                .initContainers(Defaults.all(spec.initContainers(), c -> more.apply(container(c))))
                .ephemeralContainers(Defaults.all(spec.ephemeralContainers(), PodDefaults::ephemeral))
                .volumes(Defaults.all(spec.volumes(), VolumeDefaults::volume))
                .build();
    }

    private static Container container(Container container) {
        var defaulted = container.toBuilder()
                .imagePullPolicy(Defaults.or(container.imagePullPolicy(), pullPolicy(container.image())))
                .terminationMessagePath(Defaults.or(container.terminationMessagePath(), "/dev/termination-log"))
                .terminationMessagePolicy(Defaults.or(container.terminationMessagePolicy(), "File"))
                .ports(Defaults.all(container.ports(), PodDefaults::port))
                .env(Defaults.all(container.env(), PodDefaults::variable));
        container.livenessProbe().map(PodDefaults::probe).ifPresent(defaulted::livenessProbe);
        container.readinessProbe().map(PodDefaults::probe).ifPresent(defaulted::readinessProbe);
        container.startupProbe().map(PodDefaults::probe).ifPresent(defaulted::startupProbe);
        container.lifecycle().map(PodDefaults::lifecycle).ifPresent(defaulted::lifecycle);
        return defaulted.build();
    }

    private static EphemeralContainer ephemeral(EphemeralContainer container) {
        return container.toBuilder()
                .imagePullPolicy(Defaults.or(container.imagePullPolicy(), pullPolicy(container.image())))
                .terminationMessagePath(Defaults.or(container.terminationMessagePath(), "/dev/termination-log"))
                .terminationMessagePolicy(Defaults.or(container.terminationMessagePolicy(), "File"))
                .env(Defaults.all(container.env(), PodDefaults::variable))
                .build();
    }

    /// `Always` for the moving tag, which is also meant when there is none.
    static String pullPolicy(String image) {
        var path = image.substring(image.lastIndexOf('/') + 1);
        var isPinned = path.contains("@") || (path.contains(":") && !path.endsWith(":latest"));
        return isPinned || image.isEmpty() ? "IfNotPresent" : "Always";
    }

    private static ContainerPort port(ContainerPort port) {
        return port.protocol().isEmpty() ? port.withProtocol("TCP") : port;
    }

    private static EnvVar variable(EnvVar variable) {
        return variable.valueFrom()
                .flatMap(source -> source.fieldRef())
                .filter(field -> field.apiVersion().isEmpty())
                .map(field -> variable.withValueFrom(source -> source.fieldRef(field.withApiVersion("v1"))))
                .orElse(variable);
    }

    private static Probe probe(Probe probe) {
        var defaulted = probe.toBuilder()
                .timeoutSeconds(Defaults.or(probe.timeoutSeconds(), 1))
                .periodSeconds(Defaults.or(probe.periodSeconds(), 10))
                .successThreshold(Defaults.or(probe.successThreshold(), 1))
                .failureThreshold(Defaults.or(probe.failureThreshold(), 3));
        probe.httpGet().map(PodDefaults::httpGet).ifPresent(defaulted::httpGet);
        probe.grpc().filter(grpc -> grpc.service().isEmpty()).ifPresent(grpc -> defaulted.grpc(grpc.withService("")));
        return defaulted.build();
    }

    private static HTTPGetAction httpGet(HTTPGetAction action) {
        return action.toBuilder()
                .path(Defaults.or(action.path(), "/"))
                .scheme(Defaults.or(action.scheme(), "HTTP"))
                .build();
    }

    private static Lifecycle lifecycle(Lifecycle lifecycle) {
        var defaulted = lifecycle.toBuilder();
        lifecycle.postStart().map(PodDefaults::handler).ifPresent(defaulted::postStart);
        lifecycle.preStop().map(PodDefaults::handler).ifPresent(defaulted::preStop);
        return defaulted.build();
    }

    private static LifecycleHandler handler(LifecycleHandler handler) {
        return handler.httpGet()
                .map(action -> handler.withHttpGet(httpGet(action)))
                .orElse(handler);
    }

    /// A container requests what it is limited to unless it says otherwise, and on the host's network its ports are
    /// the host's.
    private static Container boundedRequests(Container container, PodSpec spec) {
        var changed = container;
        if (!container.resources().limits().isEmpty()) {
            changed = changed.withResources(requesting(container.resources()));
        }
        if (spec.hostNetwork()) {
            changed = changed.withPorts(Defaults.all(
                    changed.ports(), port -> port.hostPort() == 0 ? port.withHostPort(port.containerPort()) : port));
        }
        return changed;
    }

    private static ResourceRequirements requesting(ResourceRequirements resources) {
        var requests = resources.toBuilder();
        resources.limits().forEach((name, limit) -> {
            if (!resources.requests().containsKey(name)) {
                requests.putRequests(name, limit);
            }
        });
        return requests.build();
    }
}
