package dev.kcm.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Failures;
import dev.kcm.client.ListPosition;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// An API server for config maps with a history, that can be made to do what real ones do at their
/// worst. The test writes to it directly, the code under test by requests, which are noted.
/// Thread-safe by its monitor.
public final class UnreliableServer implements Transport {
    public static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

    private record Event(String type, ConfigMap object) {}

    private final Clock clock;
    private volatile Consumer<ApiRequest> beforeWrites = _ -> {};

    @GuardedBy("this")
    private final List<String> writes = new ArrayList<>();

    @GuardedBy("this")
    private final TreeMap<String, ConfigMap> objects = new TreeMap<>();

    /// The events of the revisions after `compacted`, one each.
    @GuardedBy("this")
    private final ArrayList<Event> history = new ArrayList<>();

    @GuardedBy("this")
    private final Map<String, List<ConfigMap>> openLists = new HashMap<>();

    @GuardedBy("this")
    private final Set<Stream> watches = new HashSet<>();

    @GuardedBy("this")
    private long revision = 100;

    @GuardedBy("this")
    private long compacted = 100;

    @GuardedBy("this")
    private Predicate<Operation> refused = _ -> false;

    @GuardedBy("this")
    private ApiFailure refusal = failure(500, "none");

    @GuardedBy("this")
    private boolean isDown;

    @GuardedBy("this")
    private boolean isEndingAtOnce;

    @GuardedBy("this")
    private int requests;

    @GuardedBy("this")
    private int lists;

    public UnreliableServer(Clock clock) {
        this.clock = clock;
    }

    // ---- the cluster's life

    public synchronized void put(String name, String value) {
        revision++;
        put(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("value", value)
                .build());
    }

    @GuardedBy("this")
    private ConfigMap put(ConfigMap object) {
        var before = objects.get(object.name());
        var uid = before == null ? "uid-" + revision : before.uid();
        var version = Long.toString(revision);
        var now = object.withMetadata(m -> m.uid(uid).resourceVersion(version));
        objects.put(now.name(), now);
        happened(new Event(before == null ? "ADDED" : "MODIFIED", now));
        return now;
    }

    public synchronized void delete(String name) {
        var before = objects.remove(name);
        if (before != null) {
            var version = Long.toString(++revision);
            var last = before.withMetadata(m -> m.resourceVersion(version));
            happened(new Event("DELETED", last));
        }
    }

    public synchronized long revision() {
        return revision;
    }

    public synchronized Map<ObjectKey, String> versions() {
        var versions = new HashMap<ObjectKey, String>();
        objects.forEach((_, object) -> versions.put(object.key(), object.resourceVersion()));
        return versions;
    }

    // ---- what goes wrong

    /// The history is forgotten: watches that have not read it, and lists under way, are expired.
    public synchronized void compact() {
        compacted = revision;
        history.clear();
        openLists.clear();
        notifyAll();
    }

    /// A backup was restored: older objects, a younger history.
    public synchronized void restore(Map<String, String> valuesByName, long atRevision) {
        objects.clear();
        revision = atRevision - valuesByName.size();
        valuesByName.forEach(this::put);
        compact();
    }

    public synchronized void down(boolean value) {
        isDown = value;
        if (isDown) {
            breakWatches();
        }
    }

    /// Connections are reset.
    public synchronized void breakWatches() {
        watches.forEach(stream -> stream.isBroken = true);
        notifyAll();
    }

    /// Connections stay open and nothing comes any more.
    public synchronized void silenceWatches() {
        watches.forEach(Stream::fallSilent);
    }

    /// The server closes its watches as it does when their time is up.
    public synchronized void endWatches() {
        watches.forEach(stream -> stream.isAtEnd = true);
        notifyAll();
    }

    /// Watches are accepted and ended.
    public synchronized void endAtOnce(boolean value) {
        isEndingAtOnce = value;
    }

    /// These requests get this status until told otherwise.
    public synchronized void refuse(Predicate<Operation> which, int code, String reason) {
        refuse(which, failure(code, reason));
    }

    public synchronized void refuse(Predicate<Operation> which, ApiFailure failure) {
        refused = which;
        refusal = failure;
    }

    /// Runs before each write is looked at, on the writer's thread and without the server's lock.
    public void beforeWrites(Consumer<ApiRequest> task) {
        beforeWrites = task;
    }

    /// Every write that was asked for, refused ones too: method, resource and name.
    public synchronized List<String> writes() {
        return List.copyOf(writes);
    }

    public synchronized void accept() {
        refused = _ -> false;
    }

    public synchronized int requests() {
        return requests;
    }

    /// How often everything was sent, by pages or as a stream.
    public synchronized int lists() {
        return lists;
    }

    public synchronized int openWatches() {
        return watches.size();
    }

    // ---- transport

    @Override
    public String host() {
        return "unreliable";
    }

    @Override
    @SuppressWarnings("unchecked") // a server for config maps
    public synchronized <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        greet(request);
        var query = (Operation.ListObjects) request.operation();
        var token = query.continueToken();
        if (token.isEmpty()) {
            lists++;
            token = revision + ":0";
            openLists.put(token.split(":")[0], List.copyOf(objects.values()));
        }
        var listed = token.split(":")[0];
        var from = Integer.parseInt(token.split(":")[1]);
        var all = openLists.get(listed);
        if (all == null) {
            throw new ApiException(expired());
        }
        var until = (int) Math.min(all.size(), from + query.limit());
        boolean isMetadata = as.listKind().equals("PartialObjectMetadataList");
        all.subList(from, until)
                .forEach(object -> items.accept((A) (isMetadata ? MetadataObject.of(as, object.metadata()) : object)));
        var next = until == all.size() ? "" : listed + ":" + until;
        return new Response<>(new ListPosition(listed, next, OptionalLong.empty()), 200, List.of(), 0, 0);
    }

    @Override
    @SuppressWarnings("unchecked") // a server for config maps
    public synchronized <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        greet(request);
        var query = (Operation.Watch) request.operation();
        var stream = query.startsWithObjects()
                ? new Stream(revision, List.copyOf(objects.values()))
                : new Stream(Long.parseLong(query.resourceVersion()));
        lists += query.startsWithObjects() ? 1 : 0;
        stream.isAtEnd = isEndingAtOnce;
        watches.add(stream);
        return (Watch<A>) stream;
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        beforeWrites.accept(request);
        return new Response<>(executed(request), 200, List.of(), 0, 0);
    }

    private synchronized WriteResult executed(ApiRequest request) {
        writes.add(request.toString());
        greet(request);
        var held = objects.get(request.name());
        if (held == null && !(request.operation() instanceof Operation.Create)) {
            throw new ApiException(failure(404, "NotFound"));
        }
        return switch (request.operation()) {
            case Operation.Create(var _, var object, var _) -> created((ConfigMap) object);
            case Operation.Update(var _, var object, var _) -> result(revised((ConfigMap) object));
            case Operation.Patch _ -> result(revised(held));
            case Operation.Delete delete -> {
                if (!delete.uid().isEmpty() && !delete.uid().equals(held.uid())) {
                    throw new ApiException(otherUid(delete, held));
                }
                delete(held.name());
                yield result(held);
            }
            default -> throw new UnsupportedOperationException(request.toString());
        };
    }

    @GuardedBy("this")
    private WriteResult created(ConfigMap object) {
        var name = object.name().isEmpty() ? object.metadata().generateName() + (revision + 1) : object.name();
        if (objects.containsKey(name)) {
            throw new ApiException(failure(409, "AlreadyExists"));
        }
        return result(revised(object.withMetadata(m -> m.name(name))));
    }

    @GuardedBy("this")
    private ConfigMap revised(ConfigMap object) {
        revision++;
        return put(object);
    }

    private static WriteResult result(ConfigMap object) {
        return new WriteResult(object.key(), object.uid(), object.resourceVersion());
    }

    private static ApiFailure otherUid(Operation.Delete delete, ConfigMap held) {
        return ApiFailure.of(Status.builder()
                .code(409)
                .reason("Conflict")
                .message(("Operation cannot be fulfilled on configmaps \"%s\": the UID in the precondition (%s) does"
                                + " not match the UID in record (%s). The object might have been deleted and then"
                                + " recreated")
                        .formatted(held.name(), delete.uid(), held.uid()))
                .build());
    }

    private static ApiFailure failure(int code, String reason) {
        return ApiFailure.of(
                Status.builder().code(code).reason(reason).message(reason).build());
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    @GuardedBy("this")
    private void greet(ApiRequest request) {
        requests++;
        if (isDown) {
            throw new ApiException(Failures.transport("connection refused"));
        }
        if (refused.test(request.operation())) {
            throw new ApiException(refusal);
        }
    }

    @GuardedBy("this")
    private void happened(Event event) {
        history.add(event);
        notifyAll();
    }

    private static ApiFailure expired() {
        return failure(410, "Expired");
    }

    /// One watch. Its fields are guarded by the server's monitor.
    private final class Stream implements Watch<ConfigMap> {
        private final Iterator<ConfigMap> initial;

        /// The bookmark that ends the initial events comes when this is reached; it is the state at
        /// the time when the last of them was read, as from a server whose cache lags.
        private OptionalLong promised = OptionalLong.empty();

        private boolean isFilling;
        private long position;
        private boolean isBroken;
        private boolean isAtEnd;
        private boolean isSilent;
        private boolean isLate;

        Stream(long position) {
            this.position = position;
            this.initial = List.<ConfigMap>of().iterator();
        }

        Stream(long position, List<ConfigMap> initial) {
            this.position = position;
            this.initial = initial.iterator();
            this.isFilling = true;
        }

        void fallSilent() {
            isSilent = true;
            clock.after(LONGEST_SILENCE, this::beLate);
        }

        private void beLate() {
            synchronized (UnreliableServer.this) {
                isLate = true;
                UnreliableServer.this.notifyAll();
            }
        }

        @Override
        public Optional<WatchEvent<ConfigMap>> next() {
            synchronized (UnreliableServer.this) {
                while (true) {
                    if (isBroken || isLate) {
                        watches.remove(this);
                        throw new ApiException(
                                isLate ? Failures.timeout("silent") : Failures.transport("connection reset"));
                    }
                    if (isAtEnd) {
                        watches.remove(this);
                        return Optional.empty();
                    }
                    if (!isSilent) {
                        var event = ready();
                        if (event.isPresent()) {
                            return event;
                        }
                    }
                    await();
                }
            }
        }

        private Optional<WatchEvent<ConfigMap>> ready() {
            synchronized (UnreliableServer.this) {
                if (initial.hasNext()) {
                    return Optional.of(new WatchEvent.Added<>(initial.next()));
                }
                if (isFilling && promised.isEmpty()) {
                    promised = OptionalLong.of(revision);
                }
                if (isFilling && position >= promised.getAsLong()) {
                    isFilling = false;
                    return Optional.of(new WatchEvent.Bookmark<>(Long.toString(position), true));
                }
                if (position < compacted) {
                    isAtEnd = true;
                    return Optional.of(new WatchEvent.Failed<>(expired()));
                }
                if (position > revision) {
                    fallSilent(); // it waits for its turn to come, without bookmarks
                }
                if (position >= revision) {
                    return Optional.empty();
                }
                position++;
                return Optional.of(told(history.get((int) (position - compacted - 1))));
            }
        }

        private static WatchEvent<ConfigMap> told(Event event) {
            return switch (event.type()) {
                case "ADDED" -> new WatchEvent.Added<>(event.object());
                case "MODIFIED" -> new WatchEvent.Modified<>(event.object());
                default -> new WatchEvent.Deleted<>(event.object());
            };
        }

        private void await() {
            try {
                UnreliableServer.this.wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                isAtEnd = true;
            }
        }

        @Override
        public void close() {
            synchronized (UnreliableServer.this) {
                isAtEnd = true;
                watches.remove(this);
                UnreliableServer.this.notifyAll();
            }
        }
    }
}
