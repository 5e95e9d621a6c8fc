package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Pod;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps the newest state of every object in one SQLite file. A platform thread writes all entries
/// that have gathered since its last transaction in the next one (group commit), so the cost of a
/// commit is shared under load. With the write-ahead log a killed process loses nothing that was
/// acknowledged.
public final class SqliteWriteAheadLog implements WriteAheadLog {
    private record Pending(Entry entry, Completion completion) {}

    private static final Pending END = endMarker();

    private final Path file;
    private final Connection connection;
    private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();
    private final Thread writer;

    private SqliteWriteAheadLog(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
        this.writer = Thread.ofPlatform().name("store-write-ahead-log").unstarted(this::write);
    }

    /// Opens the file, or makes it.
    ///
    /// @throws IllegalStateException if it cannot be opened or is not ours; the message names it
    public static SqliteWriteAheadLog open(Path file) {
        try {
            var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (var statement = connection.createStatement()) {
                statement.execute("pragma journal_mode = wal");
                statement.execute("pragma synchronous = normal");
                statement.execute("pragma locking_mode = exclusive");
                statement.execute("create table if not exists object (resource text, namespace text,"
                        + " name text, content blob not null,"
                        + " primary key (resource, namespace, name)) without rowid");
                statement.execute("create table if not exists last_revision (id integer primary key"
                        + " check (id = 0), revision integer not null)");
            }
            connection.setAutoCommit(false);
            var writeAheadLog = new SqliteWriteAheadLog(file, connection);
            writeAheadLog.writer.start();
            return writeAheadLog;
        } catch (SQLException problem) {
            throw unusable(file, problem);
        }
    }

    @Override
    public long load(Consumer<KubeObject> objects) {
        try (var statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("select resource, content from object")) {
                while (rows.next()) {
                    objects.accept(decode(rows.getString(1), rows.getBytes(2)));
                }
            }
            try (var rows = statement.executeQuery("select revision from last_revision")) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        } catch (SQLException problem) {
            throw unusable(file, problem);
        }
    }

    @Override
    public void append(Entry entry, Completion completion) {
        pending.add(new Pending(entry, completion));
    }

    @Override
    public void close() {
        pending.add(END);
        try {
            writer.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        var batch = new ArrayList<Pending>();
        @Nullable RuntimeException failure = null;
        boolean isOpen = true;
        try (connection) {
            while (isOpen) {
                batch.add(pending.take());
                pending.drainTo(batch);
                isOpen = !batch.remove(END);
                if (failure == null) {
                    failure = commit(batch);
                }
                for (var settled : batch) {
                    settled.completion.completed(failure);
                }
                batch.clear();
            }
        } catch (SQLException problem) {
            throw unusable(file, problem);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable RuntimeException commit(List<Pending> batch) {
        if (batch.isEmpty()) {
            return null;
        }
        try (var keep = connection.prepareStatement("insert or replace into object values (?, ?, ?, ?)");
                var remove = connection.prepareStatement(
                        "delete from object where resource = ? and namespace = ? and name =" + " ?");
                var revision = connection.prepareStatement("insert or replace into last_revision values (0, ?)")) {
            for (var each : batch) {
                write(each.entry, keep, remove);
            }
            revision.setLong(1, batch.getLast().entry.revision());
            revision.executeUpdate();
            connection.commit();
            return null;
        } catch (SQLException | RuntimeException problem) {
            return unusable(file, problem);
        }
    }

    private static void write(Entry entry, PreparedStatement keep, PreparedStatement remove) throws SQLException {
        var object = entry.object();
        var statement = object == null ? remove : keep;
        statement.setString(1, name(entry.resource()));
        statement.setString(2, entry.key().namespace());
        statement.setString(3, entry.key().name());
        if (object != null) {
            statement.setBytes(4, encode(object));
        }
        statement.executeUpdate();
    }

    private static String name(Resource<?> resource) {
        return resource.group() + "/" + resource.version() + "/" + resource.plural();
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    private static byte[] encode(KubeObject object) {
        var resource = (Resource<KubeObject>) object.resource();
        return resource.hasProtobuf() ? resource.encodeProtobuf(object) : resource.encodeJson(object);
    }

    private static KubeObject decode(String name, byte[] content) {
        var parts = name.split("/", -1);
        var resource = Catalog.byPlural(parts[0], parts[1], parts[2])
                .orElseThrow(() -> new IllegalStateException(
                        "the data holds objects of " + name + ", which this version does not know"));
        return resource.hasProtobuf() ? resource.decodeProtobuf(content) : resource.decodeJson(content);
    }

    private static IllegalStateException unusable(Path file, Exception problem) {
        return new IllegalStateException(
                "cannot use the data in %s: %s".formatted(file, problem.getMessage()), problem);
    }

    private static Pending endMarker() {
        return new Pending(new Entry(-1, Pod.PODS, ObjectKey.of(""), null), _ -> {});
    }
}
