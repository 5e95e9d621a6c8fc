package dev.kcm.testing.backend;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.client.ApiRequest;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/// What is wrong with watches at present: of which resources they stand still, repeat themselves or cannot be had.
/// Thread-safe.
final class WatchFaults {
    @GuardedBy("this")
    private final Set<InterceptedWatch<?>> watches = new LinkedHashSet<>();

    /// Resources whose next watch that resumes is refused.
    @GuardedBy("this")
    private final Set<Resource<?>> expired = new HashSet<>();

    /// Resources whose informers have lost their watch and have no new one yet.
    @GuardedBy("this")
    private final Set<Resource<?>> waiting = new HashSet<>();

    /// What ends when a resource's watches go on.
    @GuardedBy("this")
    private final Map<Resource<?>, CountDownLatch> stalled = new HashMap<>();

    @GuardedBy("this")
    private final Set<Resource<?>> repeated = new HashSet<>();

    @GuardedBy("this")
    private final Set<Resource<?>> unreachable = new HashSet<>();

    /// Ends watches, of one resource or of all.
    void end(Optional<Resource<?>> resource, boolean expires) {
        List<InterceptedWatch<?>> ending;
        synchronized (this) {
            ending = watches.stream()
                    .filter(watch -> resource.isEmpty() || resource.get().equals(watch.resource()))
                    .toList();
            ending.forEach(watch -> waiting.add(watch.resource()));
            if (expires) {
                ending.forEach(watch -> expired.add(watch.resource()));
            }
        }
        ending.forEach(InterceptedWatch::end);
    }

    synchronized void stall(Resource<?> resource) {
        stalled.computeIfAbsent(resource, _ -> new CountDownLatch(1));
    }

    synchronized void release(Resource<?> resource) {
        var waitingFor = stalled.remove(resource);
        if (waitingFor != null) {
            waitingFor.countDown();
        }
    }

    synchronized void repeat(Resource<?> resource, boolean isOn) {
        var _ = isOn ? repeated.add(resource) : repeated.remove(resource);
    }

    void makeUnreachable(Resource<?> resource) {
        synchronized (this) {
            unreachable.add(resource);
            expired.add(resource);
        }
        end(Optional.of(resource), true);
    }

    synchronized void makeReachable(Resource<?> resource) {
        unreachable.remove(resource);
    }

    synchronized void heal() {
        stalled.values().forEach(CountDownLatch::countDown);
        stalled.clear();
        repeated.clear();
        unreachable.clear();
    }

    /// What its reader waits for before it may have the next event; nothing if the watch goes on.
    synchronized Optional<CountDownLatch> stallOf(Resource<?> resource) {
        return Optional.ofNullable(stalled.get(resource));
    }

    synchronized boolean isRepeated(Resource<?> resource) {
        return repeated.contains(resource);
    }

    /// To list or watch; a watch that resumes at a position which is expired is refused once.
    synchronized Optional<ApiFailure> refusal(ApiRequest request) {
        if (unreachable.contains(request.resource())) {
            return Optional.of(
                    failure(503, "ServiceUnavailable", "the server is currently unable to handle the request"));
        }
        boolean resumes = request.operation() instanceof Operation.Watch watch
                && !watch.resourceVersion().isEmpty();
        return resumes && expired.remove(request.resource())
                ? Optional.of(failure(410, "Expired", "too old resource version"))
                : Optional.empty();
    }

    /// Whether an informer backs off before it watches again, so that its cache is stale until then.
    synchronized boolean makeInformersWait() {
        return !waiting.isEmpty();
    }

    synchronized void opened(InterceptedWatch<?> watch) {
        watches.add(watch);
        waiting.remove(watch.resource());
    }

    synchronized void closed(InterceptedWatch<?> watch) {
        watches.remove(watch);
    }

    private static ApiFailure failure(int code, String reason, String message) {
        return ApiFailure.of(Status.builder()
                .status("Failure")
                .code(code)
                .reason(reason)
                .message(message)
                .build());
    }
}
