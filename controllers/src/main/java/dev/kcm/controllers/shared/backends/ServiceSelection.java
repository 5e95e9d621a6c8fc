package dev.kcm.controllers.shared.backends;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Finds the pods a Service selects and the Services that select a pod, both by index: neither the
/// pods nor the Services of a namespace are ever walked over.
public final class ServiceSelection {
    /// A label, in its namespace.
    private record Label(String namespace, String key, String value) {
        static Label of(String namespace, Map.Entry<String, String> label) {
            return new Label(namespace, label.getKey(), label.getValue());
        }
    }

    public static final Index<LeanPod> PODS_BY_LABEL = new Index<>(
            LeanPod.PODS,
            "namespace and label",
            pod -> pod.labels().entrySet().stream()
                    .map(label -> Label.of(pod.namespace(), label))
                    .toList());

    /// By one label of the selector: a pod that lacks it is not selected, whatever the others say.
    public static final Index<Service> SERVICES_BY_LABEL = new Index<>(
            Service.SERVICES,
            "namespace and first label of the selector",
            service -> service.spec().selector().entrySet().stream()
                    .limit(1)
                    .map(label -> Label.of(service.namespace(), label))
                    .toList());

    private ServiceSelection() {}

    /// The pods a Service selects, found under its rarest label.
    public static List<LeanPod> podsOf(Service service, Store<LeanPod> pods) {
        var labels = service.spec().selector();
        Label rarest = null;
        int fewest = Integer.MAX_VALUE;
        for (var entry : labels.entrySet()) {
            var label = Label.of(service.namespace(), entry);
            int count = pods.countUnder(PODS_BY_LABEL, label);
            if (count < fewest) {
                rarest = label;
                fewest = count;
            }
        }
        if (rarest == null || fewest == 0) {
            return List.of();
        }
        var selector = Selector.of(labels);
        return pods.byIndex(PODS_BY_LABEL, rarest).stream()
                .filter(pod -> selector.matches(pod.labels()))
                .toList();
    }

    /// The Services that select labels like these.
    public static void servicesOf(
            String namespace, Map<String, String> podLabels, Store<Service> services, Consumer<ObjectKey> into) {
        for (var label : podLabels.entrySet()) {
            for (var service : services.byIndex(SERVICES_BY_LABEL, Label.of(namespace, label))) {
                if (selects(service, podLabels)) {
                    into.accept(service.key());
                }
            }
        }
    }

    /// The Services whose endpoints a change of a pod concerns. What is there at the start needs no
    /// mapping, since every Service is synced then.
    public static WatchMapping<LeanPod> changedPods() {
        return new WatchMapping<>(LeanPod.PODS, List.of(PODS_BY_LABEL, SERVICES_BY_LABEL), ServiceSelection::concerned);
    }

    private static void concerned(Change<LeanPod> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        var services = stores.of(Service.SERVICES);
        switch (change) {
            case Change.Added<LeanPod>(var pod, var initial) -> {
                if (!initial && Backends.mayServe(pod)) {
                    servicesOf(pod.namespace(), pod.labels(), services, into);
                }
            }
            // It may have served before, whatever its last state shows.
            case Change.Deleted<LeanPod>(var pod) -> servicesOf(pod.namespace(), pod.labels(), services, into);
            case Change.Updated<LeanPod>(var before, var now) -> {
                if (Backends.mayServe(before) || Backends.mayServe(now)) {
                    concernedByUpdate(before, now, services, into);
                }
            }
            case Change.Resynced<LeanPod> _ -> {}
        }
    }

    private static void concernedByUpdate(
            LeanPod before, LeanPod now, Store<Service> services, Consumer<ObjectKey> into) {
        var namespace = now.namespace();
        if (servesOtherwise(before, now)) {
            servicesOf(namespace, now.labels(), services, into);
            if (!before.labels().equals(now.labels())) {
                servicesOf(namespace, before.labels(), services, into);
            }
        } else if (!before.labels().equals(now.labels())) {
            var left = selecting(before, services);
            var entered = selecting(now, services);
            left.stream().filter(key -> !entered.contains(key)).forEach(into);
            entered.stream().filter(key -> !left.contains(key)).forEach(into);
        }
    }

    private static List<ObjectKey> selecting(LeanPod pod, Store<Service> services) {
        var keys = new ArrayList<ObjectKey>();
        servicesOf(pod.namespace(), pod.labels(), services, keys::add);
        return keys;
    }

    /// Whether an endpoint of the pod would read otherwise now.
    private static boolean servesOtherwise(LeanPod before, LeanPod now) {
        return before.isDeleting() != now.isDeleting()
                || PodState.isReady(before) != PodState.isReady(now)
                || PodState.isFinished(before) != PodState.isFinished(now)
                || !before.status().podIPs().equals(now.status().podIPs())
                || !before.spec().nodeName().equals(now.spec().nodeName())
                || !before.spec().hostname().equals(now.spec().hostname())
                || !before.spec().subdomain().equals(now.spec().subdomain());
    }

    private static boolean selects(Service service, Map<String, String> podLabels) {
        for (var wanted : service.spec().selector().entrySet()) {
            if (!wanted.getValue().equals(podLabels.get(wanted.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
