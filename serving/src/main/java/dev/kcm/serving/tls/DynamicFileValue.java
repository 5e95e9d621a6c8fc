package dev.kcm.serving.tls;

import dev.kcm.base.Clock;
import dev.kcm.base.x509.KeyedCertificate;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value read from files and read again when their content changes. The content is compared, not
/// the time stamps, so that the link swaps of mounted secrets count. While the files cannot be read
/// or do not parse, the last good value stays and the failure is logged once.
///
/// Checks every [#PERIOD] on the given clock until closed; the reading happens on a thread of its
/// own.
public final class DynamicFileValue<T> implements Supplier<T>, AutoCloseable {
    public static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Logger LOG = System.getLogger("dev.kcm.serving.reload");

    private final List<Path> files;
    private final Function<List<byte[]>, T> parse;
    private final Clock clock;
    private volatile T value;
    private volatile List<byte[]> content;
    private volatile String lastTrouble = "";
    private volatile boolean closed;
    private volatile Clock.@Nullable Timer timer;

    private DynamicFileValue(List<Path> files, Function<List<byte[]>, T> parse, Clock clock) throws IOException {
        this.files = files;
        this.parse = parse;
        this.clock = clock;
        this.content = read();
        this.value = parse.apply(content);
    }

    /// Reads the files now; what is wrong with them now is the caller's to know.
    public static <T> DynamicFileValue<T> from(List<Path> files, Clock clock, Function<List<byte[]>, T> parse)
            throws IOException {
        var reloaded = new DynamicFileValue<T>(List.copyOf(files), parse, clock);
        reloaded.schedule();
        return reloaded;
    }

    /// A serving certificate from a pair of PEM files.
    public static DynamicFileValue<KeyedCertificate> certificate(Path certificateFile, Path keyFile, Clock clock)
            throws IOException {
        return from(
                List.of(certificateFile, keyFile),
                clock,
                content -> KeyedCertificate.parse(certificateFile, content.get(0), keyFile, content.get(1)));
    }

    @Override
    public T get() {
        return value;
    }

    /// Checks now. Returns whether the value changed.
    public synchronized boolean refresh() {
        try {
            var now = read();
            if (same(now, content)) {
                lastTrouble = "";
                return false;
            }
            value = parse.apply(now);
            content = now;
            lastTrouble = "";
            LOG.log(Level.INFO, "Reloaded {0}", files);
            return true;
        } catch (IOException | RuntimeException failure) {
            logFailure(failure);
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        var pending = timer;
        if (pending != null) {
            pending.cancel();
        }
    }

    private void logFailure(Exception failure) {
        var text = failure.toString();
        if (!text.equals(lastTrouble)) {
            lastTrouble = text;
            LOG.log(Level.WARNING, "Failed to reload " + files + ", using the old content: " + text);
        }
    }

    private void schedule() {
        if (!closed) {
            timer = clock.after(PERIOD, () -> Thread.ofVirtual().name("reload").start(this::check));
        }
    }

    private void check() {
        refresh();
        schedule();
    }

    private List<byte[]> read() throws IOException {
        var all = new ArrayList<byte[]>(files.size());
        for (var file : files) {
            all.add(Files.readAllBytes(file));
        }
        return all;
    }

    private static boolean same(List<byte[]> one, List<byte[]> other) {
        for (int i = 0; i < one.size(); i++) {
            if (!Arrays.equals(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }
}
