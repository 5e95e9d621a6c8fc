package dev.kcm.testing.backend;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.client.ApiRequest;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The faults to inject, and how often each has struck already. Thread-safe.
public final class FaultScript {
    private static final int NEVER = -1;

    /// A fault that strikes some of the requests it covers, with its count of those.
    private static final class Counted {
        private final Fault fault;
        private final RequestPattern requests;
        private final int after;
        private final int times;
        private int matched;

        Counted(Fault fault, RequestPattern requests, int after, int times) {
            this.fault = fault;
            this.requests = requests;
            this.after = after;
            this.times = times;
        }

        boolean strikes(String what, String name) {
            if (!requests.covers(what, name)) {
                return false;
            }
            matched++;
            return matched > after && matched - after <= times;
        }
    }

    private final WatchFaults watches = new WatchFaults();

    @GuardedBy("this")
    private final List<Counted> refusals = new ArrayList<>();

    @GuardedBy("this")
    private final List<Counted> losses = new ArrayList<>();

    @GuardedBy("this")
    private final List<Fault.SlowRequests> slow = new ArrayList<>();

    @GuardedBy("this")
    private final List<Fault.SkewedClock> skews = new ArrayList<>();

    @GuardedBy("this")
    private final Set<Fault.UnavailableGroup> unavailable = new HashSet<>();

    @GuardedBy("this")
    private boolean wasUsed;

    @GuardedBy("this")
    private int writesUntilCrash = NEVER;

    @GuardedBy("this")
    private boolean wasCrashRequested;

    /// Injects a fault until [#remove], [#heal] or, where it has a count, until it has struck as often.
    public void add(Fault fault) {
        synchronized (this) {
            wasUsed = true;
        }
        switch (fault) {
            case Fault.DroppedWatch(var resource) -> watches.end(Optional.of(resource), false);
            case Fault.ExpiredPosition(var resource) -> watches.end(resource, true);
            case Fault.StalledWatch(var resource) -> watches.stall(resource);
            case Fault.RepeatedEvents(var resource) -> watches.repeat(resource, true);
            case Fault.UnreachableResource(var resource) -> watches.makeUnreachable(resource);
            case Fault.Refusing _,
                    Fault.UnavailableGroup _,
                    Fault.LostResponse _,
                    Fault.SlowRequests _,
                    Fault.SkewedClock _ -> note(fault);
        }
    }

    private synchronized void note(Fault fault) {
        switch (fault) {
            case Fault.Refusing(var requests, var _, var after, var times) ->
                refusals.add(new Counted(fault, requests, after, times));
            case Fault.LostResponse(var requests, var after, var times) ->
                losses.add(new Counted(fault, requests, after, times));
            case Fault.SlowRequests requests -> slow.add(requests);
            case Fault.SkewedClock skew -> skews.add(skew);
            case Fault.UnavailableGroup group -> unavailable.add(group);
            default -> throw new IllegalArgumentException(fault + " is about watches");
        }
    }

    /// Ends a fault that was added; what has no duration is over anyway.
    public void remove(Fault fault) {
        switch (fault) {
            case Fault.StalledWatch(var resource) -> watches.release(resource);
            case Fault.RepeatedEvents(var resource) -> watches.repeat(resource, false);
            case Fault.UnreachableResource(var resource) -> watches.makeReachable(resource);
            default -> forget(fault);
        }
    }

    private synchronized void forget(Fault fault) {
        refusals.removeIf(it -> it.fault.equals(fault));
        losses.removeIf(it -> it.fault.equals(fault));
        slow.removeIf(fault::equals);
        skews.removeIf(fault::equals);
        unavailable.removeIf(fault::equals);
    }

    /// No fault is in force any more: requests pass, watches go on, all groups are available, the clock is right.
    public void heal() {
        watches.heal();
        synchronized (this) {
            refusals.clear();
            losses.clear();
            slow.clear();
            skews.clear();
            unavailable.clear();
        }
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

    WatchFaults watches() {
        return watches;
    }

    Optional<ApiFailure> refusal(ApiRequest request) {
        return refusal(WriteLog.what(request), request.name());
    }

    /// @param what verb and resource, as patterns have them
    synchronized Optional<ApiFailure> refusal(String what, String name) {
        for (var counted : refusals) {
            if (counted.strikes(what, name) && counted.fault instanceof Fault.Refusing refusing) {
                return Optional.of(refusing.failure());
            }
        }
        return Optional.empty();
    }

    /// Whether the response to a request that the server has acted on never arrives.
    synchronized boolean losesResponse(ApiRequest request) {
        return losses.stream().anyMatch(it -> it.strikes(WriteLog.what(request), request.name()));
    }

    /// How long a request is under way.
    synchronized Duration delay(ApiRequest request) {
        return slow.stream()
                .filter(it -> it.requests().covers(WriteLog.what(request), request.name()))
                .map(Fault.SlowRequests::by)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// By how much our controllers' wall clock is wrong.
    synchronized Duration clockSkew() {
        return skews.stream().map(Fault.SkewedClock::by).reduce(Duration.ZERO, Duration::plus);
    }

    synchronized Set<Fault.UnavailableGroup> unavailableGroups() {
        return Set.copyOf(unavailable);
    }
}
