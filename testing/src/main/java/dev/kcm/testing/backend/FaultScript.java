package dev.kcm.testing.backend;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.client.ApiRequest;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The faults to inject, and how often each has struck already. Thread-safe.
public final class FaultScript {
    private static final int NEVER = -1;

    /// A fault with its count of matching requests.
    private static final class Running {
        private final Fault.Refusing fault;
        private int matched;

        Running(Fault.Refusing fault) {
            this.fault = fault;
        }

        boolean strikes() {
            matched++;
            return matched > fault.after() && matched - fault.after() <= fault.times();
        }
    }

    @GuardedBy("this")
    private final List<Running> refusals = new ArrayList<>();

    @GuardedBy("this")
    private final Set<Fault.UnavailableGroup> unavailable = new HashSet<>();

    @GuardedBy("this")
    private final Set<InterceptedWatch<?>> watches = new HashSet<>();

    @GuardedBy("this")
    private final Set<Resource<?>> expired = new HashSet<>();

    /// Resources whose informers have lost their watch and have no new one yet.
    @GuardedBy("this")
    private final Set<Resource<?>> waiting = new HashSet<>();

    @GuardedBy("this")
    private boolean wasUsed;

    @GuardedBy("this")
    private int writesUntilCrash = NEVER;

    @GuardedBy("this")
    private boolean wasCrashRequested;

    public void add(Fault fault) {
        List<InterceptedWatch<?>> ending;
        synchronized (this) {
            wasUsed = true;
            ending = note(fault);
            ending.forEach(watch -> waiting.add(watch.resource()));
        }
        ending.forEach(InterceptedWatch::end);
    }

    @GuardedBy("this")
    private List<InterceptedWatch<?>> note(Fault fault) {
        return switch (fault) {
            case Fault.Refusing refusing -> {
                refusals.add(new Running(refusing));
                yield List.of();
            }
            case Fault.UnavailableGroup group -> {
                unavailable.add(group);
                yield List.of();
            }
            case Fault.DroppedWatch(var resource) -> watchesOf(Optional.of(resource));
            case Fault.ExpiredPosition(var resource) -> {
                var found = watchesOf(resource);
                found.forEach(watch -> expired.add(watch.resource()));
                yield found;
            }
        };
    }

    /// Requests are no longer refused, and all groups are available.
    public synchronized void heal() {
        refusals.clear();
        unavailable.clear();
    }

    /// Whether any fault was injected, so that the end state may differ from that of a run without
    /// faults.
    public synchronized boolean wasUsed() {
        return wasUsed;
    }

    /// The process of our controllers ends right after its write number `count` from now, before the
    /// response arrives.
    public synchronized void crashAfterWrite(int count) {
        writesUntilCrash = count;
        wasCrashRequested = true;
    }

    /// Whether a crash was requested, so that events may be lost.
    public synchronized boolean wasCrashRequested() {
        return wasCrashRequested;
    }

    synchronized boolean crashesNow() {
        if (writesUntilCrash == NEVER) {
            return false;
        }
        writesUntilCrash--;
        if (writesUntilCrash > 0) {
            return false;
        }
        writesUntilCrash = NEVER;
        return true;
    }

    Optional<ApiFailure> refusal(ApiRequest request) {
        return refusal(WriteLog.what(request), request.name());
    }

    /// @param what verb and resource, as patterns have them
    synchronized Optional<ApiFailure> refusal(String what, String name) {
        for (var running : refusals) {
            if (running.fault.requests().covers(what, name) && running.strikes()) {
                return Optional.of(running.fault.failure());
            }
        }
        return Optional.empty();
    }

    synchronized Set<Fault.UnavailableGroup> unavailableGroups() {
        return Set.copyOf(unavailable);
    }

    /// A watch that resumes at a position which is expired is refused, once.
    synchronized Optional<ApiFailure> refusalToWatch(ApiRequest request) {
        boolean resumes = request.operation() instanceof Operation.Watch watch
                && !watch.resourceVersion().isEmpty();
        if (!resumes || !expired.remove(request.resource())) {
            return Optional.empty();
        }
        return Optional.of(ApiFailure.of(Status.builder()
                .status("Failure")
                .code(410)
                .reason("Expired")
                .message("too old resource version")
                .build()));
    }

    /// Whether an informer backs off before it watches again, so that its cache is stale until then.
    synchronized boolean makesInformersWait() {
        return !waiting.isEmpty();
    }

    synchronized void opened(InterceptedWatch<?> watch) {
        watches.add(watch);
        waiting.remove(watch.resource());
    }

    synchronized void closed(InterceptedWatch<?> watch) {
        watches.remove(watch);
    }

    @GuardedBy("this")
    private List<InterceptedWatch<?>> watchesOf(Optional<Resource<?>> resource) {
        return watches.stream()
                .filter(watch -> resource.isEmpty() || resource.get().equals(watch.resource()))
                .toList();
    }
}
