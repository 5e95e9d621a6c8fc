package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.Target;
import dev.kcm.model.KubeObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All steps, one after the other.
public record Admission(List<AdmissionStep> steps) implements AdmissionStep {
    public static final Admission NONE = new Admission(List.of());

    public Admission {
        steps = List.copyOf(steps);
    }

    @Override
    public KubeObject create(Identity caller, Target target, KubeObject object) {
        var admitted = object;
        for (var step : steps) {
            admitted = step.create(caller, target, admitted);
        }
        return admitted;
    }

    @Override
    public KubeObject update(Identity caller, Target target, KubeObject wanted, KubeObject current) {
        var admitted = wanted;
        for (var step : steps) {
            admitted = step.update(caller, target, admitted, current);
        }
        return admitted;
    }

    @Override
    public void check(Identity caller, Target target, KubeObject wanted, @Nullable KubeObject current) {
        steps.forEach(step -> step.check(caller, target, wanted, current));
    }

    @Override
    public void delete(Identity caller, Target target) {
        steps.forEach(step -> step.delete(caller, target));
    }
}
