package dev.kcm.manager.migration;

import dev.kcm.base.GoText;
import java.util.ArrayList;
import java.util.List;

/// Who runs the controllers that are moving.
///
/// @param leaderName the name of the lock they run under
/// @param resourceLock `leases`, or `endpoints` in old files, where it is ignored
public record LeaderMigration(String leaderName, String resourceLock, List<ControllerLeader> controllerLeaders) {
    static final String LEASES = "leases";
    private static final String ENDPOINTS = "endpoints";
    private static final String ANY_COMPONENT = "*";

    public LeaderMigration {
        controllerLeaders = List.copyOf(controllerLeaders);
    }

    /// @param component the manager it runs in, or `*` for any
    public record ControllerLeader(String name, String component) {
        boolean runsIn(String manager) {
            return component.equals(manager) || component.equals(ANY_COMPONENT);
        }
    }

    /// What `--enable-leader-migration` means without a file: the cloud controllers may be in any
    /// manager.
    public static LeaderMigration cloudProviderExtraction() {
        return new LeaderMigration(
                "cloud-provider-extraction-migration",
                LEASES,
                List.of(
                        new ControllerLeader("route-controller", ANY_COMPONENT),
                        new ControllerLeader("service-controller", ANY_COMPONENT),
                        new ControllerLeader("cloud-node-lifecycle-controller", ANY_COMPONENT)));
    }

    /// Under which lock a controller runs in the named manager. Names are compared as upstream
    /// does: exactly, and the last entry of a name counts.
    public Placement placementOf(String controller, String component) {
        return controllerLeaders.reversed().stream()
                .filter(leader -> leader.name().equals(controller))
                .findFirst()
                .map(leader -> leader.runsIn(component) ? Placement.MIGRATED : Placement.ELSEWHERE)
                .orElse(Placement.NOT_MIGRATED);
    }

    public enum Placement {
        /// Under the main lock.
        NOT_MIGRATED,
        /// Under the migration lock.
        MIGRATED,
        /// Not here: it belongs to another manager.
        ELSEWHERE
    }

    /// What is wrong, one sentence each.
    List<String> problems() {
        var problems = new ArrayList<String>();
        if (leaderName.isEmpty()) {
            problems.add("leaderName is missing: it names the lock of the migration");
        }
        if (!resourceLock.equals(LEASES) && !resourceLock.equals(ENDPOINTS)) {
            problems.add("resourceLock must be leases or endpoints, got " + GoText.quote(resourceLock));
        }
        for (int at = 0; at < controllerLeaders.size(); at++) {
            var leader = controllerLeaders.get(at);
            if (leader.component().isEmpty()) {
                problems.add("controllerLeaders[%d].component is missing".formatted(at));
            }
            if (leader.name().isEmpty()) {
                problems.add("controllerLeaders[%d].name is missing".formatted(at));
            }
        }
        return problems;
    }
}
