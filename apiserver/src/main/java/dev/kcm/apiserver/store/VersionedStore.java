package dev.kcm.apiserver.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// All objects, at every revision that is still kept. All versions of a resource share one place,
/// named by plural and group.
///
/// A write is compared with the tip of its resource and given its revision under one lock; it
/// becomes visible, to readers and watchers alike, when the write-ahead log has it, in the order of
/// revisions. So nobody ever sees a change that a crash could take back, and no revision that was seen is
/// used twice. A write that the log cannot keep fails together with those that build on it, and the store goes on
/// from what is visible.
public final class VersionedStore implements AutoCloseable {
    /// What a resource holds, and the revision a list of it carries.
    public record Contents(long revision, ObjectMap objects) {}

    /// The newest state of a resource including writes that are not durable yet.
    private static final class Tip {
        private Version version;
        private Settlement settlement = Settlement.done();

        Tip(Version version) {
            this.version = version;
        }
    }

    /// What became of a write.
    private record Settlement(CountDownLatch isKnown, AtomicReference<@Nullable StoreUnavailableException> failure) {
        static Settlement open() {
            return new Settlement(new CountDownLatch(1), new AtomicReference<>());
        }

        static Settlement done() {
            return new Settlement(new CountDownLatch(0), new AtomicReference<>());
        }

        void await() throws InterruptedException {
            isKnown.await();
            var problem = failure.get();
            if (problem != null) {
                throw new StoreUnavailableException(String.valueOf(problem.getMessage()), problem);
            }
        }
    }

    /// etcd's revision before the first write.
    private static final long FIRST_REVISION = 1;

    private final WriteAheadLog writeAheadLog;
    private final HistoryLimits limits;
    private final long beginning;
    private final Map<String, VersionHistory> histories = new ConcurrentHashMap<>();
    private final ReentrantLock writing = new ReentrantLock();

    @GuardedBy("writing")
    private final Map<String, Tip> tips = new HashMap<>();

    @GuardedBy("writing")
    private long lastAssigned;

    @GuardedBy("writing")
    private long epoch;

    private volatile long revision;

    private VersionedStore(
            WriteAheadLog writeAheadLog, HistoryLimits limits, Map<String, ObjectMap> loaded, long last) {
        this.writeAheadLog = writeAheadLog;
        this.limits = limits;
        this.beginning = last;
        this.lastAssigned = last;
        this.revision = last;
        loaded.forEach(
                (name, objects) -> histories.put(name, new VersionHistory(Version.beginning(last, objects), limits)));
    }

    /// A store with what the write-ahead log kept; it closes the log when it cannot be opened.
    ///
    /// @throws StoreUnavailableException if nothing can be written
    public static VersionedStore open(WriteAheadLog writeAheadLog, HistoryLimits limits) {
        try {
            var loaded = new HashMap<String, ObjectMap>();
            long last = writeAheadLog.load(object -> loaded.compute(
                    object.resource().qualifiedName(),
                    (_, map) -> loaded(map == null ? ObjectMap.EMPTY : map, object)));
            var store = new VersionedStore(writeAheadLog, limits, loaded, Math.max(last, FIRST_REVISION));
            writeAheadLog.start(store::contents);
            return store;
        } catch (RuntimeException | Error failed) {
            writeAheadLog.close();
            throw failed;
        }
    }

    private static ObjectMap loaded(ObjectMap map, KubeObject object) {
        var owners = FieldOwners.of(object.metadata().managedFields());
        return map.with(object.key(), FieldOwners.hiddenIn(object), owners);
    }

    public static VersionedStore inMemory() {
        return open(WriteAheadLog.none(), HistoryLimits.DEFAULT);
    }

    /// The revision of the last visible change to anything.
    public long revision() {
        return revision;
    }

    /// The object alone, without its managed fields.
    public Optional<KubeObject> get(Resource<?> resource, ObjectKey key) {
        return history(resource).newest().objects().get(key);
    }

    /// What the resource holds now. Every change of it up to the revision returned is in there.
    public Contents contents(Resource<?> resource) {
        long known = revision;
        var newest = history(resource).newest();
        return new Contents(Math.max(known, newest.revision()), newest.objects());
    }

    /// What the resource held at a revision that has been reached.
    ///
    /// @throws CompactedException if that is forgotten
    public Contents contentsAt(Resource<?> resource, long revision) {
        return new Contents(revision, history(resource).at(revision).objects());
    }

    /// All objects there are, at one revision.
    public StoreContents contents() {
        while (true) {
            try {
                long known = revision;
                return new StoreContents(
                        known,
                        histories.values().stream()
                                .map(history -> history.at(known).objects())
                                .toList());
            } catch (CompactedException _) {
                // more was written meanwhile than history keeps
            }
        }
    }

    /// Why nothing can be written at present; reads go on.
    public Optional<String> unhealthyReason() {
        return writeAheadLog.unhealthyReason();
    }

    /// Watches every change after a revision.
    ///
    /// @throws CompactedException if some of them are forgotten
    public Watcher watch(Resource<?> resource, long after) {
        return history(resource).watch(after);
    }

    /// Puts `wanted` in the place of `expected` (the very object read before, none to create), or
    /// removes it if nothing is wanted. Returns the object with its new revision (of a removed one
    /// the last state), or nothing if something else is there by now: read again and decide anew.
    ///
    /// Who manages its fields stays as it is.
    ///
    /// @throws StoreUnavailableException if it cannot be kept
    public Optional<KubeObject> commit(
            Resource<?> resource, ObjectKey key, @Nullable KubeObject expected, @Nullable KubeObject wanted)
            throws InterruptedException {
        return commit(resource, key, expected, wanted, null);
    }

    /// The same with other managers of its fields.
    ///
    /// @param owners none for those it has
    @SuppressWarnings("ReferenceEquality") // the very object that was read, not an equal one
    public Optional<KubeObject> commit(
            Resource<?> resource,
            ObjectKey key,
            @Nullable KubeObject expected,
            @Nullable KubeObject wanted,
            @Nullable FieldOwners owners)
            throws InterruptedException {
        Settlement settlement;
        Optional<KubeObject> written = Optional.empty();
        writing.lock();
        try {
            var tip = tip(resource);
            if (tip.version.objects().find(key) == expected) {
                var present = tip.version.objects().owners(key);
                var change = change(key, expected, wanted, present, owners == null ? present : owners);
                append(resource, tip, change);
                written = Optional.of(change.state());
            }
            settlement = tip.settlement;
        } finally {
            writing.unlock();
        }
        settlement.await();
        return written;
    }

    /// Forgets what happened before a revision, or before now if it lies in the future.
    public void compact(long before) {
        writing.lock();
        try {
            histories.values().forEach(history -> history.forgetBefore(before));
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() {
        writeAheadLog.close();
    }

    @GuardedBy("writing")
    private RevisionChange change(
            ObjectKey key,
            @Nullable KubeObject before,
            @Nullable KubeObject wanted,
            FieldOwners ownersBefore,
            FieldOwners owners) {
        var source = wanted == null ? before : wanted;
        if (source == null) {
            throw new IllegalArgumentException("nothing to remove at " + key);
        }
        long next = ++lastAssigned;
        var version = Long.toString(next);
        var state = source.withMetadata(source.metadata().withResourceVersion(version));
        return new RevisionChange(next, key, before, wanted == null ? null : state, state, owners, ownersBefore);
    }

    /// The tip moves when the log has taken the entry, so that an error on the way leaves it where it was.
    @GuardedBy("writing")
    private void append(Resource<?> resource, Tip tip, RevisionChange change) {
        var version = tip.version.after(change);
        var settlement = Settlement.open();
        var history = history(resource);
        long written = epoch;
        writeAheadLog.append(
                new WriteAheadLog.Entry(
                        change.revision(),
                        written,
                        change.state().resource(),
                        change.key(),
                        change.after(),
                        change.owners()),
                failure -> {
                    if (failure == null) {
                        publish(history, version, settlement);
                    } else {
                        goBack(written);
                        settlement.failure.set(failure);
                        settlement.isKnown.countDown();
                    }
                });
        tip.version = version;
        tip.settlement = settlement;
    }

    private void publish(VersionHistory history, Version version, Settlement settlement) {
        history.publish(version);
        revision = version.revision();
        settlement.isKnown.countDown();
        history.wake(version);
    }

    /// Forgets what is not visible after a write of an epoch has failed.
    private void goBack(long failed) {
        writing.lock();
        try {
            if (epoch == failed) {
                epoch++;
                tips.clear();
            }
        } finally {
            writing.unlock();
        }
    }

    @GuardedBy("writing")
    private Tip tip(Resource<?> resource) {
        return tips.computeIfAbsent(
                resource.qualifiedName(), _ -> new Tip(history(resource).newest()));
    }

    private VersionHistory history(Resource<?> resource) {
        return histories.computeIfAbsent(
                resource.qualifiedName(),
                _ -> new VersionHistory(Version.beginning(beginning, ObjectMap.EMPTY), limits));
    }
}
