package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Toleration;
import dev.kcm.model.operation.Target;
import java.util.ArrayList;
import java.util.List;

/// Lets pods stay on a node that is not ready or not reachable for five minutes, unless they say
/// otherwise.
public final class DefaultTolerationSeconds implements AdmissionPlugin {
    private static final List<String> TAINTS =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    private static final long SECONDS = 300;

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        return tolerating(target, object);
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        return tolerating(target, wanted);
    }

    private static KubeObject tolerating(Target target, KubeObject object) {
        if (!(object instanceof Pod pod) || !target.subresource().isEmpty()) {
            return object;
        }
        var tolerations = new ArrayList<>(pod.spec().tolerations());
        for (var taint : TAINTS) {
            if (pod.spec().tolerations().stream().noneMatch(it -> tolerates(it, taint))) {
                tolerations.add(Toleration.builder()
                        .key(taint)
                        .operator("Exists")
                        .effect("NoExecute")
                        .tolerationSeconds(SECONDS)
                        .build());
            }
        }
        return pod.withSpec(spec -> spec.tolerations(tolerations));
    }

    private static boolean tolerates(Toleration toleration, String taint) {
        return (toleration.key().equals(taint) || toleration.key().isEmpty())
                && (toleration.effect().isEmpty() || toleration.effect().equals("NoExecute"));
    }
}
