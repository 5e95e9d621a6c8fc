package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.Toleration;
import java.util.ArrayList;
import java.util.List;

/// What every daemon pod puts up with besides what its template says: it stays on nodes in trouble, and starts on nodes
/// that others have to avoid.
final class DaemonTolerations {
    private static final List<Toleration> ALWAYS = List.of(
            of("node.kubernetes.io/not-ready", "NoExecute"),
            of("node.kubernetes.io/unreachable", "NoExecute"),
            of("node.kubernetes.io/disk-pressure", "NoSchedule"),
            of("node.kubernetes.io/memory-pressure", "NoSchedule"),
            of("node.kubernetes.io/pid-pressure", "NoSchedule"),
            of("node.kubernetes.io/unschedulable", "NoSchedule"));
    private static final Toleration WITH_HOST_NETWORK = of("node.kubernetes.io/network-unavailable", "NoSchedule");

    private DaemonTolerations() {}

    /// Those of a template, with the others added. One of the template that says the same but for how long has its
    /// place taken.
    static List<Toleration> of(PodSpec template) {
        var all = template.tolerations();
        for (var added : ALWAYS) {
            all = with(all, added);
        }
        return template.hostNetwork() ? with(all, WITH_HOST_NETWORK) : all;
    }

    private static List<Toleration> with(List<Toleration> present, Toleration added) {
        var all = new ArrayList<Toleration>(present.size() + 1);
        boolean isIn = false;
        for (var toleration : present) {
            boolean isSame = saysTheSame(toleration, added);
            all.add(isSame ? added : toleration);
            isIn |= isSame;
        }
        if (!isIn) {
            all.add(added);
        }
        return List.copyOf(all);
    }

    private static boolean saysTheSame(Toleration one, Toleration other) {
        return one.key().equals(other.key())
                && one.effect().equals(other.effect())
                && one.operator().equals(other.operator())
                && one.value().equals(other.value());
    }

    private static Toleration of(String key, String effect) {
        return Toleration.builder().key(key).operator("Exists").effect(effect).build();
    }
}
