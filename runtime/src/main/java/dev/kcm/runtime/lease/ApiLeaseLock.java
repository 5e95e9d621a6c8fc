package dev.kcm.runtime.lease;

import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.EventType;
import java.util.Optional;
import java.util.function.Consumer;

/// A Lease on an API server, as client-go's elector uses it.
///
/// The client must be one of its own, so that renewals do not queue behind other requests: over connections of its own,
/// without rate limit and with [LeaseTimes#requestTimeOut] as its time-out.
public final class ApiLeaseLock implements LeaseLock {
    private final Api<Lease> api;
    private final ObjectKey key;

    /// As the server had it when we last fetched or wrote it; owned by the elector's thread.
    private Optional<Lease> known = Optional.empty();

    public ApiLeaseLock(Client client, ObjectKey key) {
        this.api = client.on(Lease.LEASES);
        this.key = key;
    }

    @Override
    public Optional<LeaseRecord> fetch() {
        try {
            known = Optional.of(api.get(key));
        } catch (ApiException exception) {
            if (!(exception.failure() instanceof ApiFailure.NotFound)) {
                throw exception;
            }
            known = Optional.empty();
        }
        return known.map(lease -> LeaseSpecs.read(lease.spec()));
    }

    @Override
    public void create(LeaseRecord record) {
        var lease = Lease.builder()
                .metadata(meta -> meta.namespace(key.namespace()).name(key.name()))
                .spec(LeaseSpecs.write(record))
                .build();
        known = Optional.of(api.create(lease));
    }

    @Override
    public void replace(LeaseRecord record) {
        var lease = known.orElseThrow(
                () -> new IllegalStateException("Lease %s must be fetched before it is replaced".formatted(key)));
        known = Optional.of(api.update(lease.withSpec(LeaseSpecs.write(record))));
    }

    @Override
    public LeaseWatch watch() {
        var query = WatchQuery.in(key.namespace()).withFieldSelector("metadata.name=" + key.name());
        return new ApiLeaseWatch(api.watch(query));
    }

    @Override
    public String describe() {
        return key.toString();
    }

    /// Records what the elector reports as events about the Lease; called by its thread.
    public Consumer<String> eventsTo(EventRecorder recorder) {
        return what -> known.ifPresent(lease -> recorder.record(lease, EventType.NORMAL, "LeaderElection", what));
    }

    private record ApiLeaseWatch(Watch<Lease> watch) implements LeaseWatch {
        @Override
        public News next() {
            for (; ; ) {
                var event = watch.next();
                if (event.isEmpty()) {
                    return new News.Ended("the server's time was up");
                }
                switch (event.get()) {
                    case WatchEvent.Added<Lease>(var lease) -> {
                        return new News.Changed(LeaseSpecs.read(lease.spec()));
                    }
                    case WatchEvent.Modified<Lease>(var lease) -> {
                        return new News.Changed(LeaseSpecs.read(lease.spec()));
                    }
                    case WatchEvent.Deleted<Lease> _ -> {
                        return new News.Deleted();
                    }
                    case WatchEvent.Failed<Lease>(var failure) -> {
                        return new News.Ended(failure.message());
                    }
                    case WatchEvent.Bookmark<Lease> _ -> {}
                }
            }
        }

        @Override
        public void close() {
            watch.close();
        }
    }
}
