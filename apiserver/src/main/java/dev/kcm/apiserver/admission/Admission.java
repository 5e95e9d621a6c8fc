package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.operation.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All steps, one after the other.
public record Admission(List<AdmissionStep> steps) implements AdmissionStep {
    public static final Admission NONE = new Admission(List.of());

    public Admission {
        steps = List.copyOf(steps);
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        var admitted = object;
        for (var step : steps) {
            admitted = step.create(caller, target, admitted);
        }
        return admitted;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        var admitted = wanted;
        for (var step : steps) {
            admitted = step.update(caller, target, admitted, current);
        }
        return admitted;
    }

    @Override
    public void check(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {
        steps.forEach(step -> step.check(caller, target, wanted, current));
    }

    @Override
    public void delete(RequestUser caller, Target target) {
        steps.forEach(step -> step.delete(caller, target));
    }
}
