package dev.kcm.apiserver.kind;

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
final class PodValidation {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None");
    private static final int LAST_PORT = 65535;

    private PodValidation() {}

    static void pod(Pod pod, FieldErrors problems) {
        spec(pod.spec(), FieldPath.SPEC, problems);
    }

    static void template(PodTemplateSpec template, FieldPath path, FieldErrors problems) {
        MetadataRules.labels(
                template.metadata().labels(), path.child("metadata").child("labels"), problems);
        spec(template.spec(), path.child("spec"), problems);
    }

    private static void spec(PodSpec spec, FieldPath path, FieldErrors problems) {
        var volumes = volumes(spec.volumes(), path.child("volumes"), problems);
        if (spec.containers().isEmpty()) {
            problems.required(path.child("containers"), "");
        }
        var names = new HashSet<String>();
        containers(spec.initContainers(), path.child("initContainers"), names, volumes, problems);
        containers(spec.containers(), path.child("containers"), names, volumes, problems);
        supported(spec.restartPolicy(), RESTART_POLICIES, path.child("restartPolicy"), problems);
        supported(spec.dnsPolicy(), DNS_POLICIES, path.child("dnsPolicy"), problems);
        if (!spec.nodeName().isEmpty()) {
            problems.invalid(path.child("nodeName"), spec.nodeName(), NameRules.dnsSubdomain(spec.nodeName()));
        }
        if (!spec.serviceAccountName().isEmpty()) {
            problems.invalid(
                    path.child("serviceAccountName"),
                    spec.serviceAccountName(),
                    NameRules.dnsSubdomain(spec.serviceAccountName()));
        }
        MetadataRules.labels(spec.nodeSelector(), path.child("nodeSelector"), problems);
        spec.activeDeadlineSeconds()
                .filter(seconds -> seconds < 1 || seconds > Integer.MAX_VALUE)
                .ifPresent(seconds -> problems.invalid(
                        path.child("activeDeadlineSeconds"), seconds, "must be between 1 and 2147483647, inclusive"));
    }

    private static Set<String> volumes(List<Volume> volumes, FieldPath path, FieldErrors problems) {
        var names = new HashSet<String>();
        for (int i = 0; i < volumes.size(); i++) {
            var name = volumes.get(i).name();
            var here = path.index(i).child("name");
            label(name, here, problems);
            if (!name.isEmpty() && !names.add(name)) {
                problems.duplicate(here, name);
            }
        }
        return names;
    }

    private static void containers(
            List<Container> containers, FieldPath path, Set<String> names, Set<String> volumes, FieldErrors problems) {
        for (int i = 0; i < containers.size(); i++) {
            var container = containers.get(i);
            var here = path.index(i);
            label(container.name(), here.child("name"), problems);
            image(container, here.child("image"), problems);
            supported(container.imagePullPolicy(), PULL_POLICIES, here.child("imagePullPolicy"), problems);
            ports(container.ports(), here.child("ports"), problems);
            environment(container.env(), here.child("env"), problems);
            mounts(container, here.child("volumeMounts"), volumes, problems);
            resources(container, here.child("resources"), problems);
            if (!container.name().isEmpty() && !names.add(container.name())) {
                problems.duplicate(here.child("name"), container.name());
            }
        }
    }

    static void image(Container container, FieldPath path, FieldErrors problems) {
        var image = container.image();
        if (image.isEmpty()) {
            problems.required(path, "");
        } else if (!image.equals(image.strip())) {
            problems.invalid(path, image, "must not have leading or trailing whitespace");
        }
    }

    private static void ports(List<ContainerPort> ports, FieldPath path, FieldErrors problems) {
        for (int i = 0; i < ports.size(); i++) {
            var port = ports.get(i);
            var here = path.index(i);
            if (port.containerPort() == 0) {
                problems.required(here.child("containerPort"), "");
            } else if (!isPort(port.containerPort())) {
                outOfRange(here.child("containerPort"), port.containerPort(), problems);
            }
            if (port.hostPort() != 0 && !isPort(port.hostPort())) {
                outOfRange(here.child("hostPort"), port.hostPort(), problems);
            }
            supported(port.protocol(), PROTOCOLS, here.child("protocol"), problems);
        }
    }

    private static void environment(List<EnvVar> variables, FieldPath path, FieldErrors problems) {
        for (int i = 0; i < variables.size(); i++) {
            var variable = variables.get(i);
            var here = path.index(i);
            if (variable.name().isEmpty()) {
                problems.required(here.child("name"), "");
            }
            if (!variable.value().isEmpty() && variable.valueFrom().isPresent()) {
                problems.invalid(here.child("valueFrom"), "", "may not be specified when `value` is not empty");
            }
        }
    }

    private static void mounts(Container container, FieldPath path, Set<String> volumes, FieldErrors problems) {
        var paths = new HashSet<String>();
        for (int i = 0; i < container.volumeMounts().size(); i++) {
            var mount = container.volumeMounts().get(i);
            var here = path.index(i);
            if (mount.name().isEmpty()) {
                problems.required(here.child("name"), "");
            } else if (!volumes.contains(mount.name())) {
                problems.notFound(here.child("name"), mount.name());
            }
            if (mount.mountPath().isEmpty()) {
                problems.required(here.child("mountPath"), "");
            } else if (!paths.add(mount.mountPath())) {
                problems.invalid(here.child("mountPath"), mount.mountPath(), "must be unique");
            }
        }
    }

    private static void resources(Container container, FieldPath path, FieldErrors problems) {
        var limits = container.resources().limits();
        container.resources().requests().forEach((name, request) -> {
            var limit = limits.get(name);
            if (request.signum() < 0) {
                problems.invalid(
                        path.child("requests").key(name), request.toString(), "must be greater than or equal to 0");
            }
            if (limit != null && request.compareTo(limit) > 0) {
                problems.invalid(
                        path.child("requests"),
                        request.toString(),
                        "must be less than or equal to %s limit of %s".formatted(name, limit));
            }
        });
    }

    static void label(String name, FieldPath path, FieldErrors problems) {
        if (name.isEmpty()) {
            problems.required(path, "");
        } else {
            problems.invalid(path, name, NameRules.dnsLabel(name));
        }
    }

    private static boolean isPort(int port) {
        return port > 0 && port <= LAST_PORT;
    }

    private static void outOfRange(FieldPath path, int port, FieldErrors problems) {
        problems.invalid(path, port, "must be between 1 and 65535, inclusive");
    }

    static void supported(String value, List<String> supported, FieldPath path, FieldErrors problems) {
        if (!supported.contains(value)) {
            problems.unsupported(path, value, supported);
        }
    }
}
