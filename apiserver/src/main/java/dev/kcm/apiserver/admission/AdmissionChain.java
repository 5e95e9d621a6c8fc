package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.operation.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All plugins, one after the other.
public record AdmissionChain(List<AdmissionPlugin> plugins) implements AdmissionPlugin {
    public static final AdmissionChain NONE = new AdmissionChain(List.of());

    public AdmissionChain {
        plugins = List.copyOf(plugins);
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        var admitted = object;
        for (var plugin : plugins) {
            admitted = plugin.create(caller, target, admitted);
        }
        return admitted;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        var admitted = wanted;
        for (var plugin : plugins) {
            admitted = plugin.update(caller, target, admitted, current);
        }
        return admitted;
    }

    @Override
    public void validate(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {
        plugins.forEach(plugin -> plugin.validate(caller, target, wanted, current));
    }

    @Override
    public void validateDelete(RequestUser caller, Target target) {
        plugins.forEach(plugin -> plugin.validateDelete(caller, target));
    }
}
