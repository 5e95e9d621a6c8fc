package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.value.Quantity;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where the server enforces quotas, usage never rises beyond what is allowed. It may be beyond it after the quota was
/// lowered.
final class QuotaHolds implements Invariant {
    private static final String NAME = "quota-holds";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof ResourceQuota quota)
                || change.isRemoval()
                || !world.settings().enforcesQuota()) {
            return;
        }
        var before = change.before().map(ResourceQuota.class::cast).map(ResourceQuota::status);
        before.ifPresent(was -> quota.status().hard().forEach((resource, hard) -> {
            if (hard.equals(was.hard().get(resource))) {
                check(quota, resource, was.used().get(resource), change, violations);
            }
        }));
    }

    private static void check(
            ResourceQuota quota,
            String resource,
            @Nullable Quantity was,
            ObservedChange change,
            Consumer<Violation> violations) {
        var hard = quota.status().hard().getOrDefault(resource, Quantity.ZERO);
        var used = quota.status().used().getOrDefault(resource, Quantity.ZERO);
        if (was != null && was.compareTo(hard) <= 0 && used.compareTo(hard) > 0) {
            violations.accept(Violation.of(
                    NAME, quota, "usage of %s rose from %s to %s of %s".formatted(resource, was, used, hard), change));
        }
    }
}
