package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.operation.Target;
import dev.kcm.model.resource.v1.Device;
import dev.kcm.model.resource.v1.DeviceTaint;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Gives taints of devices the time they were added, and rules a new one when their effect changes. Upstream does this
/// as defaulting, which has no clock here.
public final class DeviceTaintTimes implements AdmissionPlugin {
    private final Clock clock;

    public DeviceTaintTimes(Clock clock) {
        this.clock = clock;
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        return timed(object);
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (wanted instanceof DeviceTaintRule rule
                && current instanceof DeviceTaintRule before
                && !rule.spec().taint().effect().equals(before.spec().taint().effect())
                && rule.spec().taint().timeAdded().equals(before.spec().taint().timeAdded())) {
            return rule.withSpec(spec -> spec.taint(rule.spec().taint().withTimeAdded(now())));
        }
        return timed(wanted);
    }

    private KubeObject timed(KubeObject object) {
        return switch (object) {
            case ResourceSlice slice
            when slice.spec().devices().stream().anyMatch(DeviceTaintTimes::lacksTime) ->
                slice.withSpec(spec -> spec.devices(
                        slice.spec().devices().stream().map(this::timed).toList()));
            case DeviceTaintRule rule
            when rule.spec().taint().timeAdded().isEmpty() ->
                rule.withSpec(spec -> spec.taint(rule.spec().taint().withTimeAdded(now())));
            default -> object;
        };
    }

    private static boolean lacksTime(Device device) {
        return device.taints().stream().anyMatch(taint -> taint.timeAdded().isEmpty());
    }

    private Device timed(Device device) {
        return device.withTaints(device.taints().stream().map(this::timed).toList());
    }

    private DeviceTaint timed(DeviceTaint taint) {
        return taint.timeAdded().isPresent() ? taint : taint.withTimeAdded(now());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
