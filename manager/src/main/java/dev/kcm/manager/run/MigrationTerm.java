package dev.kcm.manager.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.log.Log;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.Fence;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Takes part in the election for the migration lock while we hold the main one, and runs the migrated controllers
/// under it. A process that loses the main lock withdraws here, too: otherwise one manager could sit on the
/// main lock and another one, of the same sort, on the migration lock, and both wait for ever.
///
/// Thread-safe; [#stand] and [#withdraw] are called one after the other.
final class MigrationTerm {
    private static final Log log = Log.of(MigrationTerm.class);

    private final List<ControllerSpec> specs;
    private final SharedResources ground;
    private final LeaderTermListener observer;
    private final Function<ElectionListener, Elector> electors;

    @GuardedBy("this")
    private Optional<Candidate> candidate = Optional.empty();

    /// @param electors makes an elector for the migration lock
    MigrationTerm(
            List<ControllerSpec> specs,
            SharedResources ground,
            LeaderTermListener observer,
            Function<ElectionListener, Elector> electors) {
        this.specs = specs;
        this.ground = ground;
        this.observer = observer;
        this.electors = electors;
    }

    void stand() {
        var tenure = new LeaderTerm(specs, ground, observer);
        var standing = new Candidate(tenure, electors.apply(new Controllers(tenure)));
        synchronized (this) {
            candidate = Optional.of(standing);
        }
        standing.elector().start();
    }

    /// Brings the migrated controllers to rest and gives the lock up; returns when that is done.
    void withdraw() {
        Optional<Candidate> standing;
        synchronized (this) {
            standing = candidate;
            candidate = Optional.empty();
        }
        standing.ifPresent(Candidate::withdraw);
    }

    /// What is wrong with the lease, for health.
    synchronized Optional<String> unhealthyReason() {
        return candidate.flatMap(it -> it.elector().unhealthyReason());
    }

    private record Candidate(LeaderTerm tenure, Elector elector) {
        void withdraw() {
            tenure.refuseMore();
            elector.close();
        }
    }

    private record Controllers(LeaderTerm tenure) implements ElectionListener {
        @Override
        public void started(Fence fence) {
            log.info("Leader migration: starting migrated controllers");
            tenure.begin(fence);
        }

        @Override
        public void stopping() {
            tenure.end();
        }

        @Override
        public void stopped() {
            tenure.end();
        }
    }
}
