package dev.kcm.manager.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.log.Log;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.lease.Fence;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The controllers that run under one lock, term after term, each term behind its own fence.
///
/// Threading: [#begin] and [#end] are called one after the other; [#refuseMore] by anyone, perhaps
/// at the same time.
final class LeaderTerm {
    private static final Log log = Log.of(LeaderTerm.class);

    private final List<ControllerSpec> specs;
    private final SharedResources ground;
    private final LeaderTermListener observer;
    private final Recorders recorders;

    @GuardedBy("this")
    private ControllerTerm term = ControllerTerm.NONE;

    @GuardedBy("this")
    private boolean isWanted = true;

    LeaderTerm(List<ControllerSpec> specs, SharedResources ground, LeaderTermListener observer) {
        this.specs = specs;
        this.ground = ground;
        this.observer = observer;
        this.recorders = new Recorders(ground.events(), ground.clock());
    }

    /// Starts the controllers; returns when those that come first have been tried and the others
    /// are on their way.
    void begin(Fence fence) {
        try {
            var begun = term(fence);
            if (!adopt(begun)) {
                return;
            }
            observer.began(begun.controllers());
            begun.start();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private ControllerTerm term(Fence fence) {
        BooleanSupplier lasts = () -> fence.isOpen() && isWanted();
        var catchUp = ground.catchUp(specs, lasts);
        return new ControllerTerm(specs.stream()
                .map(spec -> ground.supervised(spec, fence, recorders, catchUp, lasts))
                .toList());
    }

    /// Lets the controllers finish what they are at, as far as their fence still lets them write;
    /// does nothing when none run.
    void end() {
        var ended = release();
        try {
            var survivors = ended.stop(ground.shutdownTimeout(), ground.clock());
            recorders.finish();
            observer.ended(ended.controllers());
            if (!survivors.isEmpty()) {
                log.error(
                        "Controller shutdown timeout reached",
                        "timeout",
                        ground.shutdownTimeout(),
                        "runningControllers",
                        survivors);
                observer.outlived(survivors);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// From now on [#begin] starts nothing, and what waits for its caches gives up.
    synchronized void refuseMore() {
        isWanted = false;
    }

    private synchronized boolean isWanted() {
        return isWanted;
    }

    private synchronized boolean adopt(ControllerTerm begun) {
        if (isWanted) {
            term = begun;
        }
        return isWanted;
    }

    private synchronized ControllerTerm release() {
        var ended = term;
        term = ControllerTerm.NONE;
        return ended;
    }
}
