package dev.kcm.manager.options;

import dev.kcm.base.GoDuration;
import dev.kcm.base.flags.Flags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How one of several managers becomes the one that works.
public record LeaderElectionOptions(
        boolean elect,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod,
        String resourceLock,
        String resourceName,
        String resourceNamespace) {
    /// Retries are spread by this factor, so the renew deadline must leave room for it.
    private static final double JITTER = 1.2;

    static final Flags<LeaderElectionOptions> FLAGS = Flags.section(GenericOptions.SECTION)
            .bool(
                    "leader-elect",
                    true,
                    "Work only while holding the lease, so that several managers can stand" + " by for each other.")
            .duration(
                    "leader-elect-lease-duration",
                    Duration.ofSeconds(15),
                    "How long others wait after the last renewal before they take the lease"
                            + " over: the longest time nobody works after a crash.")
            .duration(
                    "leader-elect-renew-deadline",
                    Duration.ofSeconds(10),
                    "How long the leader tries to renew before it steps down; shorter than" + " the lease duration.")
            .duration(
                    "leader-elect-retry-period",
                    Duration.ofSeconds(2),
                    "How long to wait between two tries to get or renew the lease.")
            .text(
                    "leader-elect-resource-lock",
                    "leases",
                    "What kind of object is the lock; only 'leases' is supported.")
            .text("leader-elect-resource-name", "kube-controller-manager", "The name of the lease.")
            .text("leader-elect-resource-namespace", "kube-system", "The namespace of the lease.")
            .into(LeaderElectionOptions::new)
            .checkedBy(LeaderElectionOptions::problems);

    private List<String> problems() {
        var problems = new ArrayList<String>();
        if (!elect) {
            return problems;
        }
        if (!resourceLock.equals("leases")) {
            problems.add("--leader-elect-resource-lock must be \"leases\", got \"%s\"".formatted(resourceLock));
        }
        if (leaseDuration.compareTo(renewDeadline) <= 0) {
            problems.add("--leader-elect-lease-duration (%s) must be longer than --leader-elect-renew-deadline (%s)"
                    .formatted(GoDuration.print(leaseDuration), GoDuration.print(renewDeadline)));
        }
        if (renewDeadline.toNanos() <= (long) (JITTER * retryPeriod.toNanos())) {
            problems.add(
                    "--leader-elect-renew-deadline (%s) must be longer than 1.2 times --leader-elect-retry-period (%s)"
                            .formatted(GoDuration.print(renewDeadline), GoDuration.print(retryPeriod)));
        }
        if (!retryPeriod.isPositive()) {
            problems.add("--leader-elect-retry-period must be positive, got " + GoDuration.print(retryPeriod));
        }
        return problems;
    }
}
