package dev.kcm.model.json;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Makes parsers of the library underneath. A factory there keeps the names of all documents it has read, so that those
/// of the next are cheap, and copies them for a document with a new one; there is no limit to their length. Who sends
/// long names could fill the memory, and make every later document expensive: so a factory is given up after some
/// kilobytes. A fresh one learns the names of an object again in the time that reading one takes.
///
/// Any thread.
final class Parsers {
    private static final long MOST_BYTES = 256 << 10;

    private static final AtomicReference<Parsers> CURRENT = new AtomicReference<>(new Parsers());

    private final JsonFactory factory = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonReader.DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final AtomicLong bytesLeft = new AtomicLong(MOST_BYTES);

    private Parsers() {}

    static JsonParser of(byte[] document) {
        var parsers = Objects.requireNonNull(CURRENT.get());
        if (parsers.bytesLeft.addAndGet(-document.length) < 0) {
            parsers = new Parsers();
            parsers.bytesLeft.addAndGet(-document.length);
            CURRENT.set(parsers); // one that another thread has made meanwhile is as good
        }
        return parsers.factory.createParser(ObjectReadContext.empty(), document, 0, document.length);
    }
}
