package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

/// A directory in memory that fails on demand and loses power. What is forced is kept apart from what is only
/// written: a power loss keeps all of the first, and of the second some sectors or none, as a disk does that was not
/// told to write them in order. A failed force calls its bytes clean, as Linux does, so that forcing again does not
/// help them.
final class FaultyDirectory implements LogDirectory {
    enum Operation {
        OPEN,
        CREATE,
        READ,
        WRITE,
        TRUNCATE,
        FORCE,
        REPLACE,
        FORCE_NAMES,
        DELETE
    }

    private static final int SECTOR = 512;

    /// What fails on purpose is not worth a line. Held here, since loggers are forgotten when nobody does.
    private static final Logger QUIET = Logger.getLogger("dev.kcm.apiserver.store.log");

    private final Random random;
    private final Map<String, Content> names = new HashMap<>();
    private final Map<String, Content> forcedNames = new HashMap<>();
    private final List<Handle> handles = new ArrayList<>();
    private Optional<Operation> failing = Optional.empty();
    private int skipped;
    private Throwable failure = new IOException("none");
    private long room = Long.MAX_VALUE;
    private int forces;
    private Optional<Gate> gate = Optional.empty();

    /// Holds the next force until it is opened.
    record Gate(CountDownLatch reached, CountDownLatch opened) {}

    FaultyDirectory(Random random) {
        this.random = random;
        QUIET.setLevel(Level.OFF);
    }

    /// Makes one operation fail, after so many of its kind that do not.
    synchronized void fail(Operation operation, int after, Throwable problem) {
        failing = Optional.of(operation);
        skipped = after;
        failure = problem;
    }

    /// Fills the disk: so many bytes still fit.
    synchronized void fill(long bytes) {
        room = bytes;
    }

    /// Takes every fault back, and frees the disk.
    synchronized void mend() {
        failing = Optional.empty();
        room = Long.MAX_VALUE;
    }

    synchronized Gate holdNextForce() {
        var held = new Gate(new CountDownLatch(1), new CountDownLatch(1));
        gate = Optional.of(held);
        return held;
    }

    synchronized int forces() {
        return forces;
    }

    /// Cuts the power: open files are dead, and what was not forced is there in part or not at all.
    synchronized void losePower() {
        handles.forEach(handle -> handle.isDead = true);
        handles.clear();
        if (random.nextBoolean()) {
            names.clear();
            names.putAll(forcedNames);
        }
        names.values().forEach(content -> content.losePower(random));
        forcedNames.clear();
        forcedNames.putAll(names);
        mend();
    }

    synchronized byte[] bytes(String name) {
        var content = names.get(name);
        return content == null ? new byte[0] : content.written();
    }

    synchronized void put(String name, byte[] bytes) {
        var content = new Content();
        content.write(ByteBuffer.wrap(bytes), 0);
        content.force();
        names.put(name, content);
        forcedNames.put(name, content);
    }

    @Override
    public synchronized Optional<LogFile> open(String name) throws IOException {
        step(Operation.OPEN);
        return Optional.ofNullable(names.get(name)).map(this::handle);
    }

    @Override
    public synchronized LogFile create(String name) throws IOException {
        step(Operation.CREATE);
        var content = new Content();
        names.put(name, content);
        return handle(content);
    }

    @Override
    public synchronized void replace(String from, String to) throws IOException {
        step(Operation.REPLACE);
        var content = names.remove(from);
        if (content == null) {
            throw new IOException(from + " is not there");
        }
        names.put(to, content);
    }

    @Override
    public synchronized void force() throws IOException {
        step(Operation.FORCE_NAMES);
        forcedNames.clear();
        forcedNames.putAll(names);
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        step(Operation.DELETE);
        names.remove(name);
    }

    @Override
    public String described(String name) {
        return "/data/" + name;
    }

    private Handle handle(Content content) {
        var handle = new Handle(content);
        handles.add(handle);
        return handle;
    }

    private void step(Operation operation) throws IOException {
        if (failing.isPresent() && failing.get() == operation && skipped-- == 0) {
            failing = Optional.empty();
            switch (failure) {
                case IOException problem -> throw problem;
                case Error problem -> throw problem;
                default -> throw new IllegalStateException(failure);
            }
        }
    }

    private final class Handle implements LogFile {
        private final Content content;
        private boolean isDead;

        Handle(Content content) {
            this.content = content;
        }

        @Override
        public long size() throws IOException {
            synchronized (FaultyDirectory.this) {
                requireAlive();
                return content.size;
            }
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            synchronized (FaultyDirectory.this) {
                requireAlive();
                step(Operation.READ);
                int count = (int) Math.min(into.remaining(), content.size - position);
                into.put(content.cache, (int) position, count);
            }
        }

        @Override
        public void write(ByteBuffer bytes, long position) throws IOException {
            synchronized (FaultyDirectory.this) {
                requireAlive();
                var part = bytes.duplicate();
                part.limit(part.position() + random.nextInt(bytes.remaining() + 1));
                try {
                    step(Operation.WRITE);
                } catch (IOException | Error failed) {
                    content.write(part, position); // as far as it came
                    throw failed;
                }
                if (bytes.remaining() > room) {
                    part.limit(part.position() + (int) Math.min(room, part.remaining()));
                    room -= part.remaining();
                    content.write(part, position);
                    throw new IOException("No space left on device");
                }
                room -= bytes.remaining();
                content.write(bytes, position);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (FaultyDirectory.this) {
                requireAlive();
                step(Operation.TRUNCATE);
                content.truncate((int) size);
            }
        }

        @Override
        public void force() throws IOException {
            awaitGate();
            synchronized (FaultyDirectory.this) {
                requireAlive();
                forces++;
                try {
                    step(Operation.FORCE);
                } catch (IOException | Error failed) {
                    content.forceInPart(random);
                    throw failed;
                }
                content.force();
            }
        }

        @Override
        public void close() {}

        private void awaitGate() throws IOException {
            Optional<Gate> held;
            synchronized (FaultyDirectory.this) {
                held = gate;
                gate = Optional.empty();
            }
            try {
                if (held.isPresent()) {
                    held.get().reached().countDown();
                    held.get().opened().await();
                }
            } catch (InterruptedException stopped) {
                throw new IOException(stopped);
            }
        }

        private void requireAlive() throws IOException {
            if (isDead) {
                throw new IOException("the power is gone");
            }
        }
    }

    /// The bytes of a file: as written, and as the disk has them.
    private static final class Content {
        private byte[] cache = new byte[0];
        private byte[] disk = new byte[0];
        private int size;
        private int diskSize;
        private final TreeSet<Integer> dirty = new TreeSet<>();

        byte[] written() {
            return Arrays.copyOf(cache, size);
        }

        void write(ByteBuffer bytes, long position) {
            int from = (int) position;
            int to = from + bytes.remaining();
            if (to > cache.length) {
                cache = Arrays.copyOf(cache, 2 * to + SECTOR);
            }
            bytes.get(cache, from, to - from);
            size = Math.max(size, to);
            for (int sector = from / SECTOR; sector * SECTOR < to; sector++) {
                dirty.add(sector);
            }
        }

        void truncate(int length) {
            if (length < size) {
                Arrays.fill(cache, length, size, (byte) 0);
                size = length;
                dirty.add(length / SECTOR);
            }
        }

        void force() {
            dirty.forEach(this::flush);
            dirty.clear();
            diskSize = size;
        }

        /// Some sectors reach the disk, and all count as clean.
        void forceInPart(Random random) {
            dirty.stream().filter(_ -> random.nextBoolean()).forEach(this::flush);
            dirty.clear();
            diskSize = between(diskSize, size, random);
        }

        void losePower(Random random) {
            forceInPart(random);
            cache = Arrays.copyOf(disk, Math.max(disk.length, diskSize));
            Arrays.fill(cache, diskSize, cache.length, (byte) 0);
            disk = cache.clone();
            size = diskSize;
        }

        private static int between(int one, int other, Random random) {
            return switch (random.nextInt(3)) {
                case 0 -> one;
                case 1 -> other;
                default -> Math.min(one, other) + random.nextInt(Math.abs(one - other) + 1);
            };
        }

        private void flush(int sector) {
            int from = sector * SECTOR;
            if (disk.length < from + SECTOR) {
                disk = Arrays.copyOf(disk, 2 * from + SECTOR);
            }
            int to = Math.min(from + SECTOR, cache.length);
            if (from < to) {
                System.arraycopy(cache, from, disk, from, to - from);
            }
        }
    }
}
