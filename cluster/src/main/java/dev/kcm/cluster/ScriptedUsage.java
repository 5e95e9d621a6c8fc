package dev.kcm.cluster;

import dev.kcm.apiserver.usage.Annotations;
import dev.kcm.apiserver.usage.UsageCurve;
import dev.kcm.client.Client;
import dev.kcm.client.Patch;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;

/// What a pod of an embedded cluster uses, to be set by a test. It counts from the next request for metrics on, and
/// survives a restart of the cluster, since it is told by annotations of the pod. An amount is a quantity (`250m`),
/// or a curve over the time since the pod started (`100m..800m/10m`).
///
/// Every method throws an `ApiException` if there is no such pod, and an `IllegalArgumentException` for what is no
/// amount.
///
/// @param client one that may patch pods
public record ScriptedUsage(Client client, ObjectKey pod) {
    /// What the pod uses, evenly divided among its containers.
    public ScriptedUsage cpu(String amount) {
        return set(Annotations.CPU, amount);
    }

    public ScriptedUsage cpu(String container, String amount) {
        return set(Annotations.CPU + "." + container, amount);
    }

    /// What the pod uses, evenly divided among its containers.
    public ScriptedUsage memory(String amount) {
        return set(Annotations.MEMORY, amount);
    }

    public ScriptedUsage memory(String container, String amount) {
        return set(Annotations.MEMORY + "." + container, amount);
    }

    /// A custom metric of the pod; its curve starts with the pod's creation.
    public ScriptedUsage metric(String name, String amount) {
        return set(Annotations.METRIC + name, amount);
    }

    /// As if nobody had measured the pod yet, until an amount of CPU is set.
    public ScriptedUsage missing() {
        return annotate(Annotations.CPU, Annotations.NONE);
    }

    private ScriptedUsage set(String annotation, String amount) {
        var _ = UsageCurve.parse(amount);
        return annotate(annotation, amount);
    }

    private ScriptedUsage annotate(String annotation, String value) {
        var change =
                Json.object("metadata", Json.object("annotations", Json.object().with(annotation, value)));
        var _ = client.on(Pod.PODS).patch(pod, Patch.merge(change.toBytes()));
        return this;
    }
}
