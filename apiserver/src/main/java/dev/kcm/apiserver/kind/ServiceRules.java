package dev.kcm.apiserver.kind;

import dev.kcm.model.NameRules;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.core.v1.ServiceSpec;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.value.IntOrString;
import java.util.HashSet;
import java.util.List;

/// Services and their endpoints. Addresses and node ports are given out by the registry.
final class ServiceRules {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final int AFFINITY_SECONDS = 10800;

    static final Strategy<Service> SERVICES = Strategy.of(Service.SERVICES)
            .defaults(ServiceRules::defaulted)
            .spec(Part.of(Service::spec, Service::withSpec))
            .status(Part.of(Service::status, Service::withStatus))
            .nameRule(NameRules::dnsLabel)
            .onUpdate(ServiceRules::atSameAddress)
            .validation(ServiceRules::validate)
            .updateValidation(ServiceRules::validateUpdate)
            .field("spec.clusterIP", service -> service.spec().clusterIP())
            .field("spec.type", service -> service.spec().type())
            .isCreatedByUpdate()
            .showsDeleted()
            .build();

    static final Strategy<Endpoints> ENDPOINTS = Strategy.of(Endpoints.ENDPOINTS)
            .defaults(ServiceRules::defaulted)
            .isCreatedByUpdate()
            .build();

    static final Strategy<EndpointSlice> ENDPOINT_SLICES = Strategy.of(EndpointSlice.ENDPOINT_SLICES)
            .defaults(ServiceRules::defaulted)
            .validation(ServiceRules::validate)
            .updateValidation((wanted, current, problems) -> {
                validate(wanted, problems);
                if (!wanted.addressType().equals(current.addressType())) {
                    problems.invalid(new FieldPath("addressType"), wanted.addressType(), "field is immutable");
                }
            })
            .countsGenerations()
            .build();

    private ServiceRules() {}

    private static Service defaulted(Service service) {
        var spec = service.spec();
        var type = PodDefaults.or(spec.type(), "ClusterIP");
        var affinity = PodDefaults.or(spec.sessionAffinity(), "None");
        var changed = spec.toBuilder()
                .type(type)
                .sessionAffinity(affinity)
                .ports(PodDefaults.all(spec.ports(), ServiceRules::port));
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
                .protocol(PodDefaults.or(port.protocol(), "TCP"))
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
                spec.ports(PodDefaults.all(now.ports(), port -> onSameNodePort(port, was)));
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

    private static void validate(Service service, FieldErrors problems) {
        var spec = service.spec();
        PodValidation.supported(spec.type(), TYPES, FieldPath.SPEC.child("type"), problems);
        var ports = FieldPath.SPEC.child("ports");
        var isNameless = spec.clusterIP().equals("None") || spec.type().equals("ExternalName");
        if (spec.ports().isEmpty() && !isNameless) {
            problems.required(ports, "");
        }
        var names = new HashSet<String>();
        for (int i = 0; i < spec.ports().size(); i++) {
            var port = spec.ports().get(i);
            var here = ports.index(i);
            if (port.name().isEmpty() && spec.ports().size() > 1) {
                problems.required(here.child("name"), "");
            } else if (!port.name().isEmpty()) {
                problems.invalid(here.child("name"), port.name(), NameRules.dnsLabel(port.name()));
                if (!names.add(port.name())) {
                    problems.duplicate(here.child("name"), port.name());
                }
            }
            if (port.port() < 1 || port.port() > 65535) {
                problems.invalid(here.child("port"), port.port(), "must be between 1 and 65535, inclusive");
            }
            PodValidation.supported(port.protocol(), List.of("SCTP", "TCP", "UDP"), here.child("protocol"), problems);
        }
        MetadataRules.labels(spec.selector(), FieldPath.SPEC.child("selector"), problems);
        if (spec.type().equals("ExternalName") && spec.externalName().isEmpty()) {
            problems.required(FieldPath.SPEC.child("externalName"), "");
        }
    }

    private static void validateUpdate(Service wanted, Service current, FieldErrors problems) {
        validate(wanted, problems);
        var was = current.spec();
        var now = wanted.spec();
        var isFixed = !was.type().equals("ExternalName")
                && !now.type().equals("ExternalName")
                && !was.clusterIP().isEmpty();
        if (isFixed && !now.clusterIP().equals(was.clusterIP())) {
            problems.invalid(
                    FieldPath.SPEC.child("clusterIPs").index(0),
                    LabelSelectors.shown(now.clusterIPs()),
                    "may not change once set");
        }
    }

    private static Endpoints defaulted(Endpoints endpoints) {
        return endpoints.withSubsets(PodDefaults.all(
                endpoints.subsets(),
                subset -> subset.withPorts(PodDefaults.all(
                        subset.ports(), port -> port.protocol().isEmpty() ? port.withProtocol("TCP") : port))));
    }

    private static EndpointSlice defaulted(EndpointSlice slice) {
        return slice.withPorts(PodDefaults.all(
                slice.ports(),
                port -> port.toBuilder()
                        .name(port.name().orElse(""))
                        .protocol(port.protocol().orElse("TCP"))
                        .build()));
    }

    private static void validate(EndpointSlice slice, FieldErrors problems) {
        var path = new FieldPath("addressType");
        if (slice.addressType().isEmpty()) {
            problems.required(path, "");
        } else {
            PodValidation.supported(slice.addressType(), List.of("FQDN", "IPv4", "IPv6"), path, problems);
        }
        for (int i = 0; i < slice.endpoints().size(); i++) {
            if (slice.endpoints().get(i).addresses().isEmpty()) {
                problems.required(
                        new FieldPath("endpoints").index(i).child("addresses"), "must contain at least 1 address");
            }
        }
    }
}
