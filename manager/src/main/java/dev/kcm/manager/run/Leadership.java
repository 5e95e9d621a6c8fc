package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.StandbyOptions;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.Fence;
import dev.kcm.runtime.lease.LeaseCandidateRenewer;
import java.util.Optional;
import java.util.function.Supplier;

/// Takes part in leader election once caches are synced, and runs the controllers while it leads. Losing the
/// lease stops them behind a closed fence; the process stays a standby. With leader migration,
/// the main lock comes first and what migrates runs under a second one.
///
/// Threading: the elector of the main lock calls [#started], [#stopping] and [#stopped], one after
/// the other; [#close] is called by whoever ends the program, perhaps at the same time.
final class Leadership implements ElectionListener, AutoCloseable {
    private static final Log log = Log.of(Leadership.class);

    private final SharedResources ground;
    private final LeaderTerm main;
    private final Optional<MigrationTerm> migration;
    private final Optional<Elector> elector;
    private final Optional<LeaseCandidateRenewer> nomination;
    private final boolean isWarm;
    private volatile boolean isClosing;

    /// @param migration present when controllers migrate between managers
    Leadership(
            ManagerOptions options,
            Optional<LeaderMigration> migration,
            Clients clients,
            Metrics metrics,
            Clock clock,
            LeaderTermListener observer) {
        var selected = BuiltControllers.selected(options);
        this.ground = new SharedResources(options, selected, clients, metrics, clock);
        this.isWarm = options.of(StandbyOptions.FLAGS).warm();
        boolean isElected = options.of(GenericOptions.FLAGS).leaderElection().elect() && !ground.isShadow();
        var elections = isElected
                ? Optional.of(new Elections(options, clients, ground.events(), clock, metrics))
                : Optional.<Elections>empty();
        var moving = migration.filter(_ -> isElected);
        var locks = LockAssignment.of(selected, moving);
        this.main = new LeaderTerm(locks.main(), ground, observer);
        this.migration = elections.flatMap(them -> moving.map(
                it -> new MigrationTerm(locks.migrated(), ground, observer, listener -> them.migration(it, listener))));
        this.elector = elections.map(it -> it.main(this));
        this.nomination = elections.flatMap(Elections::nomination);
        if (!locks.elsewhere().isEmpty()) {
            log.info("Leader migration: controllers run in another manager", "controllers", locks.elsewhere());
        }
    }

    /// Begins to fill the caches, unless a standby is to be spared that.
    void warmUp() {
        if (isWarm || elector.isEmpty()) {
            ground.start();
        }
    }

    void start() {
        if (ground.isShadow()) {
            log.info("Shadow mode: not joining leader election, writing nothing");
        }
        warmUp();
        nomination.ifPresent(LeaseCandidateRenewer::start);
        elector.ifPresentOrElse(
                Elector::start,
                () -> Thread.ofVirtual().name("term").start(() -> started(Fence.withoutElection(ground.clock()))));
    }

    /// Whether there is a lease to be held.
    boolean isElected() {
        return elector.isPresent();
    }

    /// What is wrong with a lease, for health.
    Optional<String> unhealthyReason() {
        return elector.flatMap(Elector::unhealthyReason).or(() -> migration.flatMap(MigrationTerm::unhealthyReason));
    }

    /// What keeps the API server from choosing us, for health; empty where it does not choose.
    Optional<Supplier<Optional<String>>> candidateUnhealthyReason() {
        return nomination.map(it -> it::unhealthyReason);
    }

    @Override
    public void started(Fence fence) {
        ground.start();
        main.begin(fence);
        if (fence.isOpen()) {
            migration.ifPresent(MigrationTerm::stand);
        }
    }

    /// The fence is open yet: controllers write what they have put off. Who ends for good is no
    /// candidate any more by the time the lease is given up, or the server might choose it again.
    @Override
    public void stopping() {
        endTerm();
        if (isClosing) {
            nomination.ifPresent(LeaseCandidateRenewer::close);
        }
    }

    @Override
    public void stopped() {
        endTerm();
    }

    /// Lets the controllers finish what they are at, while their writes still count, and gives the
    /// leases up after that.
    @Override
    public void close() {
        isClosing = true;
        main.refuseMore();
        elector.ifPresentOrElse(Elector::close, this::endTerm);
        nomination.ifPresent(LeaseCandidateRenewer::close);
        ground.close();
    }

    /// Both locks at once, so that the shutdown time-out counts once.
    private void endTerm() {
        var withdrawing =
                migration.map(it -> Thread.ofVirtual().name("end-of-migration").start(it::withdraw));
        main.end();
        try {
            if (withdrawing.isPresent()) {
                withdrawing.get().join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
