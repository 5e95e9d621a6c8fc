package dev.kcm.apiserver.table;

import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.networking.v1.Ingress;
import dev.kcm.model.networking.v1.IngressClass;
import dev.kcm.model.scheduling.v1.PriorityClass;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// How quotas, ingresses and priority classes are shown.
final class PolicyLayouts {
    private static final int SHOWN_HOSTS = 3;

    private PolicyLayouts() {}

    static Layout<ResourceQuota> quotas() {
        return Layout.<ResourceQuota>named()
                .text("Request", it -> used(it, name -> !name.startsWith("limits.")))
                .text("Limit", it -> used(it, name -> name.startsWith("limits.")))
                .age();
    }

    private static String used(ResourceQuota quota, Predicate<String> isMeant) {
        return quota.status().hard().entrySet().stream()
                .filter(entry -> isMeant.test(entry.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> "%s: %s/%s"
                        .formatted(entry.getKey(), quota.status().used().get(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    static Layout<Ingress> ingresses() {
        return Layout.<Ingress>named()
                .text("Class", it -> it.spec().ingressClassName().orElse("<none>"))
                .text("Hosts", PolicyLayouts::hosts)
                .text("Address", PolicyLayouts::addresses)
                .text("Ports", it -> it.spec().tls().isEmpty() ? "80" : "80, 443")
                .age();
    }

    static Layout<IngressClass> ingressClasses() {
        return Layout.<IngressClass>namedBy(it -> Layouts.markedName(it, "ingressclass.kubernetes.io/is-default-class"))
                .text("Controller", it -> it.spec().controller())
                .text(
                        "Parameters",
                        it -> it.spec()
                                .parameters()
                                .map(to -> to.kind()
                                        + to.apiGroup()
                                                .map(group -> "." + group)
                                                .orElse("")
                                        + "/"
                                        + to.name())
                                .orElse("<none>"))
                .age();
    }

    static Layout<PriorityClass> priorityClasses() {
        return Layout.<PriorityClass>named()
                .number("Value", PriorityClass::value)
                .flag("Global-Default", PriorityClass::globalDefault)
                .age()
                .text("PreemptionPolicy", it -> it.preemptionPolicy().orElse(""));
    }

    /// The first hosts; rules without one count only among those that are not shown.
    private static String hosts(Ingress ingress) {
        var rules = ingress.spec().rules();
        var shown = new ArrayList<String>();
        var hasMore = false;
        for (var rule : rules) {
            hasMore |= shown.size() == SHOWN_HOSTS;
            if (!hasMore && !rule.host().isEmpty()) {
                shown.add(rule.host());
            }
        }
        var hosts = String.join(",", shown);
        if (hosts.isEmpty()) {
            return "*";
        }
        return hasMore ? hosts + " + " + (rules.size() - SHOWN_HOSTS) + " more..." : hosts;
    }

    private static String addresses(Ingress ingress) {
        return ingress.status().loadBalancer().ingress().stream()
                .map(it -> it.ip().isEmpty() ? it.hostname() : it.ip())
                .filter(address -> !address.isEmpty())
                .sorted()
                .distinct()
                .collect(Collectors.joining(","));
    }
}
