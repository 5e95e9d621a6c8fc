package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.apiserver.strategy.MetadataValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.core.v1.ServiceSpec;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.value.IntOrString;
import java.util.HashSet;
import java.util.List;

/// Defaulting, validation and update rules of services. Addresses and node ports are allocated by admission.
public final class ServiceStrategy {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final int AFFINITY_SECONDS = 10800;

    public static final Strategy<Service> STRATEGY = Strategy.of(Service.SERVICES)
            .defaults(ServiceStrategy::defaulted)
            .spec(Part.of(Service::spec, Service::withSpec))
            .status(Part.of(Service::status, Service::withStatus))
            .nameRule(NameRules::dnsLabel)
            .onUpdate(ServiceStrategy::atSameAddress)
            .validation(ServiceStrategy::validate)
            .updateValidation(ServiceStrategy::validateUpdate)
            .selectableField("spec.clusterIP", service -> service.spec().clusterIP())
            .selectableField("spec.type", service -> service.spec().type())
            .allowsCreateOnUpdate()
            .returnsDeletedObject()
            .build();

    private ServiceStrategy() {}

    private static Service defaulted(Service service) {
        var spec = service.spec();
        var type = Defaults.or(spec.type(), "ClusterIP");
        var affinity = Defaults.or(spec.sessionAffinity(), "None");
        var changed = spec.toBuilder()
                .type(type)
                .sessionAffinity(affinity)
                .ports(Defaults.all(spec.ports(), ServiceStrategy::port));
        if (affinity.equals("None")) {
            changed.withoutSessionAffinityConfig();
        } else if (spec.sessionAffinityConfig().isEmpty()) {
            changed.sessionAffinityConfig(config -> config.clientIP(client -> client.timeoutSeconds(AFFINITY_SECONDS)));
        }
        if (isReachedFromOutside(type, spec) && spec.externalTrafficPolicy().isEmpty()) {
            changed.externalTrafficPolicy("Cluster");
        }
        if (!type.equals("ExternalName") && spec.internalTrafficPolicy().isEmpty()) {
            changed.internalTrafficPolicy("Cluster");
        }
        if (type.equals("LoadBalancer") && spec.allocateLoadBalancerNodePorts().isEmpty()) {
            changed.allocateLoadBalancerNodePorts(true);
        }
        return service.withSpec(changed.build());
    }

    private static boolean isReachedFromOutside(String type, ServiceSpec spec) {
        return type.equals("LoadBalancer")
                || type.equals("NodePort")
                || (type.equals("ClusterIP") && !spec.externalIPs().isEmpty());
    }

    private static ServicePort port(ServicePort port) {
        var target = port.targetPort();
        var isUnset = target.equals(new IntOrString.Number(0)) || target.equals(new IntOrString.Text(""));
        return port.toBuilder()
                .protocol(Defaults.or(port.protocol(), "TCP"))
                .targetPort(isUnset ? new IntOrString.Number(port.port()) : target)
                .build();
    }

    /// An update that does not mention the addresses keeps them, and so it does with node ports.
    private static Service atSameAddress(Service wanted, Service current) {
        var now = wanted.spec();
        var was = current.spec();
        if (now.type().equals("ExternalName") || was.type().equals("ExternalName")) {
            return wanted;
        }
        return wanted.withSpec(spec -> {
            if (now.clusterIP().isEmpty() && now.clusterIPs().isEmpty()) {
                spec.clusterIP(was.clusterIP()).clusterIPs(was.clusterIPs());
            } else if (now.clusterIPs().isEmpty()) {
                spec.clusterIPs(List.of(now.clusterIP()));
            }
            if (now.ipFamilies().isEmpty()) {
                spec.ipFamilies(was.ipFamilies());
            }
            if (now.ipFamilyPolicy().isEmpty()) {
                was.ipFamilyPolicy().ifPresent(spec::ipFamilyPolicy);
            }
            if (!now.type().equals("ClusterIP")) {
                spec.ports(Defaults.all(now.ports(), port -> onSameNodePort(port, was)));
            }
        });
    }

    private static ServicePort onSameNodePort(ServicePort port, ServiceSpec was) {
        return port.nodePort() != 0
                ? port
                : was.ports().stream()
                        .filter(old ->
                                old.port() == port.port() && old.protocol().equals(port.protocol()))
                        .findFirst()
                        .map(old -> port.withNodePort(old.nodePort()))
                        .orElse(port);
    }

    private static void validate(Service service, FieldErrors errors) {
        var spec = service.spec();
        FieldValidation.supported(spec.type(), TYPES, FieldPath.SPEC.child("type"), errors);
        var ports = FieldPath.SPEC.child("ports");
        var isNameless = spec.clusterIP().equals("None") || spec.type().equals("ExternalName");
        if (spec.ports().isEmpty() && !isNameless) {
            errors.required(ports, "");
        }
        var names = new HashSet<String>();
        for (int i = 0; i < spec.ports().size(); i++) {
            var port = spec.ports().get(i);
            var here = ports.index(i);
            if (port.name().isEmpty() && spec.ports().size() > 1) {
                errors.required(here.child("name"), "");
            } else if (!port.name().isEmpty()) {
                errors.invalid(here.child("name"), port.name(), NameRules.dnsLabel(port.name()));
                if (!names.add(port.name())) {
                    errors.duplicate(here.child("name"), port.name());
                }
            }
            if (port.port() < 1 || port.port() > 65535) {
                errors.invalid(here.child("port"), port.port(), "must be between 1 and 65535, inclusive");
            }
            FieldValidation.supported(port.protocol(), List.of("SCTP", "TCP", "UDP"), here.child("protocol"), errors);
        }
        MetadataValidation.labels(spec.selector(), FieldPath.SPEC.child("selector"), errors);
        if (spec.type().equals("ExternalName") && spec.externalName().isEmpty()) {
            errors.required(FieldPath.SPEC.child("externalName"), "");
        }
    }

    private static void validateUpdate(Service wanted, Service current, FieldErrors errors) {
        validate(wanted, errors);
        var was = current.spec();
        var now = wanted.spec();
        var isFixed = !was.type().equals("ExternalName")
                && !now.type().equals("ExternalName")
                && !was.clusterIP().isEmpty();
        if (isFixed && !now.clusterIP().equals(was.clusterIP())) {
            errors.invalid(
                    FieldPath.SPEC.child("clusterIPs").index(0),
                    LabelSelectors.shown(now.clusterIPs()),
                    "may not change once set");
        }
    }
}
