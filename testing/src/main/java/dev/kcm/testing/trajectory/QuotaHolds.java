package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.ResourceQuota;
import java.util.function.Consumer;

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
        quota.status().used().forEach((resource, used) -> {
            var hard = quota.status().hard().get(resource);
            boolean isSameLimit = before.filter(
                            it -> hard != null && hard.equals(it.hard().get(resource)))
                    .isPresent();
            if (isSameLimit && used.compareTo(hard) > 0) {
                var was = before.get().used().get(resource);
                if (was != null && was.compareTo(hard) <= 0) {
                    violations.accept(Violation.of(
                            NAME,
                            quota,
                            "usage of %s rose from %s to %s of %s".formatted(resource, was, used, hard),
                            change));
                }
            }
        });
    }
}
