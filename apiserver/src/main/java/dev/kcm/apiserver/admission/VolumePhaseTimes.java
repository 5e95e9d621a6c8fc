package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.operation.Target;
import java.time.temporal.ChronoUnit;

/// Notes when a volume came into its phase, unless the writer says so. Upstream does this in the strategy, which has no
/// clock here.
public final class VolumePhaseTimes implements AdmissionPlugin {
    private final Clock clock;

    public VolumePhaseTimes(Clock clock) {
        this.clock = clock;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (!target.subresource().equals("status")
                || !(wanted instanceof PersistentVolume volume)
                || !(current instanceof PersistentVolume before)) {
            return wanted;
        }
        var since = volume.status().lastPhaseTransitionTime();
        var sinceBefore = before.status().lastPhaseTransitionTime();
        boolean isSame = volume.status().phase().equals(before.status().phase());
        if (isSame) {
            return since.isEmpty() && sinceBefore.isPresent()
                    ? volume.withStatus(status -> status.lastPhaseTransitionTime(sinceBefore.get()))
                    : volume;
        }
        return since.isEmpty() || since.equals(sinceBefore)
                ? volume.withStatus(
                        status -> status.lastPhaseTransitionTime(clock.instant().truncatedTo(ChronoUnit.SECONDS)))
                : volume;
    }
}
