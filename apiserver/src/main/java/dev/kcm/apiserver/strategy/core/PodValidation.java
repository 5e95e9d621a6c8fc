package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.MetadataValidation;
import dev.kcm.model.NameRules;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.ContainerPort;
import dev.kcm.model.core.v1.EnvVar;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.Volume;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The checks on pods and pod templates that people run into.
public final class PodValidation {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None");
    private static final int LAST_PORT = 65535;

    private PodValidation() {}

    static void pod(Pod pod, FieldErrors errors) {
        spec(pod.spec(), FieldPath.SPEC, errors);
    }

    public static void template(PodTemplateSpec template, FieldPath path, FieldErrors errors) {
        MetadataValidation.labels(
                template.metadata().labels(), path.child("metadata").child("labels"), errors);
        spec(template.spec(), path.child("spec"), errors);
    }

    private static void spec(PodSpec spec, FieldPath path, FieldErrors errors) {
        var volumes = volumes(spec.volumes(), path.child("volumes"), errors);
        if (spec.containers().isEmpty()) {
            errors.required(path.child("containers"), "");
        }
        var names = new HashSet<String>();
        containers(spec.initContainers(), path.child("initContainers"), names, volumes, errors);
        containers(spec.containers(), path.child("containers"), names, volumes, errors);
        FieldValidation.supported(spec.restartPolicy(), RESTART_POLICIES, path.child("restartPolicy"), errors);
        FieldValidation.supported(spec.dnsPolicy(), DNS_POLICIES, path.child("dnsPolicy"), errors);
        if (!spec.nodeName().isEmpty()) {
            errors.invalid(path.child("nodeName"), spec.nodeName(), NameRules.dnsSubdomain(spec.nodeName()));
        }
        if (!spec.serviceAccountName().isEmpty()) {
            errors.invalid(
                    path.child("serviceAccountName"),
                    spec.serviceAccountName(),
                    NameRules.dnsSubdomain(spec.serviceAccountName()));
        }
        MetadataValidation.labels(spec.nodeSelector(), path.child("nodeSelector"), errors);
        TolerationValidation.tolerations(spec.tolerations(), path.child("tolerations"), errors);
        spec.activeDeadlineSeconds()
                .filter(seconds -> seconds < 1 || seconds > Integer.MAX_VALUE)
                .ifPresent(seconds -> errors.invalid(
                        path.child("activeDeadlineSeconds"), seconds, "must be between 1 and 2147483647, inclusive"));
    }

    private static Set<String> volumes(List<Volume> volumes, FieldPath path, FieldErrors errors) {
        var names = new HashSet<String>();
        for (int i = 0; i < volumes.size(); i++) {
            var name = volumes.get(i).name();
            var here = path.index(i).child("name");
            FieldValidation.dnsLabel(name, here, errors);
            if (!name.isEmpty() && !names.add(name)) {
                errors.duplicate(here, name);
            }
            PodClaimVolumes.validate(volumes.get(i), path.index(i), errors);
        }
        return names;
    }

    private static void containers(
            List<Container> containers, FieldPath path, Set<String> names, Set<String> volumes, FieldErrors errors) {
        for (int i = 0; i < containers.size(); i++) {
            var container = containers.get(i);
            var here = path.index(i);
            FieldValidation.dnsLabel(container.name(), here.child("name"), errors);
            image(container, here.child("image"), errors);
            FieldValidation.supported(
                    container.imagePullPolicy(), PULL_POLICIES, here.child("imagePullPolicy"), errors);
            ports(container.ports(), here.child("ports"), errors);
            environment(container.env(), here.child("env"), errors);
            mounts(container, here.child("volumeMounts"), volumes, errors);
            resources(container, here.child("resources"), errors);
            if (!container.name().isEmpty() && !names.add(container.name())) {
                errors.duplicate(here.child("name"), container.name());
            }
        }
    }

    static void image(Container container, FieldPath path, FieldErrors errors) {
        var image = container.image();
        if (image.isEmpty()) {
            errors.required(path, "");
        } else if (!image.equals(image.strip())) {
            errors.invalid(path, image, "must not have leading or trailing whitespace");
        }
    }

    private static void ports(List<ContainerPort> ports, FieldPath path, FieldErrors errors) {
        for (int i = 0; i < ports.size(); i++) {
            var port = ports.get(i);
            var here = path.index(i);
            if (port.containerPort() == 0) {
                errors.required(here.child("containerPort"), "");
            } else if (!isPort(port.containerPort())) {
                outOfRange(here.child("containerPort"), port.containerPort(), errors);
            }
            if (port.hostPort() != 0 && !isPort(port.hostPort())) {
                outOfRange(here.child("hostPort"), port.hostPort(), errors);
            }
            FieldValidation.supported(port.protocol(), PROTOCOLS, here.child("protocol"), errors);
        }
    }

    private static void environment(List<EnvVar> variables, FieldPath path, FieldErrors errors) {
        for (int i = 0; i < variables.size(); i++) {
            var variable = variables.get(i);
            var here = path.index(i);
            if (variable.name().isEmpty()) {
                errors.required(here.child("name"), "");
            }
            if (!variable.value().isEmpty() && variable.valueFrom().isPresent()) {
                errors.invalid(here.child("valueFrom"), "", "may not be specified when `value` is not empty");
            }
        }
    }

    private static void mounts(Container container, FieldPath path, Set<String> volumes, FieldErrors errors) {
        var paths = new HashSet<String>();
        for (int i = 0; i < container.volumeMounts().size(); i++) {
            var mount = container.volumeMounts().get(i);
            var here = path.index(i);
            if (mount.name().isEmpty()) {
                errors.required(here.child("name"), "");
            } else if (!volumes.contains(mount.name())) {
                errors.notFound(here.child("name"), mount.name());
            }
            if (mount.mountPath().isEmpty()) {
                errors.required(here.child("mountPath"), "");
            } else if (!paths.add(mount.mountPath())) {
                errors.invalid(here.child("mountPath"), mount.mountPath(), "must be unique");
            }
        }
    }

    private static void resources(Container container, FieldPath path, FieldErrors errors) {
        var limits = container.resources().limits();
        container.resources().requests().forEach((name, request) -> {
            var limit = limits.get(name);
            if (request.signum() < 0) {
                errors.invalid(
                        path.child("requests").key(name), request.toString(), "must be greater than or equal to 0");
            }
            if (limit != null && request.compareTo(limit) > 0) {
                errors.invalid(
                        path.child("requests"),
                        request.toString(),
                        "must be less than or equal to %s limit of %s".formatted(name, limit));
            }
        });
    }

    private static boolean isPort(int port) {
        return port > 0 && port <= LAST_PORT;
    }

    private static void outOfRange(FieldPath path, int port, FieldErrors errors) {
        errors.invalid(path, port, "must be between 1 and 65535, inclusive");
    }
}
