package dev.kcm.model.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamConstraintsException;

/// Pulls values out of one JSON document, with Kubernetes' rules for shapes: an integer field takes
/// only a whole number in range, `null` is every field's zero value, names match by case.
///
/// The reader always stands on the first token of a value; a read method takes that value and
/// nothing after it:
///
/// ```
/// for (in.beginObject(), name = in.nextName(); name != null; name = in.nextName()) {
///     switch (name) { case "kind" -> kind = in.string(); default -> in.skipUnknown(); }
/// }
/// ```
///
/// Shapes that do not fit throw [JsonException] with the path. Not thread-safe.
public final class JsonReader {
    /// Told about what a strict server refuses and a lenient one ignores, the first hundred times. Paths are
    /// Kubernetes' (`spec.containers[0].name`).
    public interface Strictness {
        void unknownField(String path);

        void duplicateField(String path);
    }

    /// The kinds of value a reader can stand on.
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    /// Values may be nested so deep: what is read is written, compared and patched by methods that call themselves, and
    /// half a megabyte of stack must do. Go goes to 10,000, on stacks that grow.
    public static final int DEEPEST = 500;

    /// Upstream's limit, too: a document must not make a message many times its size.
    private static final int MOST_REPORTS = 100;

    private final byte[] source;
    private final JsonParser parser;
    private final @Nullable Strictness strictness;
    private final Deque<Set<String>> namesSeen = new ArrayDeque<>();
    private JsonToken token;
    private int reports;

    private JsonReader(byte[] source, @Nullable Strictness strictness) {
        this.source = source;
        this.strictness = strictness;
        try {
            this.parser = Parsers.of(source);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new JsonException("", "the document is empty, expected a JSON value");
            }
            this.token = first;
        } catch (JacksonException e) {
            throw new JsonException("", "not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /// A lenient reader: unknown fields are skipped, of duplicates the last counts. The array must
    /// not change while it is read.
    public static JsonReader of(byte[] document) {
        return new JsonReader(document, null);
    }

    public static JsonReader of(String document) {
        return of(document.getBytes(StandardCharsets.UTF_8));
    }

    /// A reader that reads the same and tells `strictness` what it did not like.
    public static JsonReader strict(byte[] document, Strictness strictness) {
        return new JsonReader(document, strictness);
    }

    public Kind kind() {
        return switch (token) {
            case START_OBJECT -> Kind.OBJECT;
            case START_ARRAY -> Kind.ARRAY;
            case VALUE_STRING -> Kind.STRING;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Kind.NUMBER;
            case VALUE_TRUE, VALUE_FALSE -> Kind.BOOLEAN;
            case VALUE_NULL -> Kind.NULL;
            default -> throw new IllegalStateException("not on a value but on " + token);
        };
    }

    public boolean isNull() {
        return token == JsonToken.VALUE_NULL;
    }

    /// Steps into an object; follow with [#nextName()] until it returns null.
    public void beginObject() {
        expect(JsonToken.START_OBJECT, "an object");
        if (strictness != null) {
            namesSeen.push(new HashSet<>());
        }
    }

    /// The next field's name, with the reader on its value; null after the last, with the object
    /// done.
    public @Nullable String nextName() {
        if (advance() == JsonToken.END_OBJECT) {
            if (strictness != null) {
                namesSeen.pop();
            }
            return null;
        }
        String name = parser.currentName();
        advance();
        if (strictness != null && !namesSeen.getFirst().add(name) && reports++ < MOST_REPORTS) {
            strictness.duplicateField(path());
        }
        return name;
    }

    /// Steps into an array; follow with [#nextElement()] until it returns false.
    public void beginArray() {
        expect(JsonToken.START_ARRAY, "an array");
    }

    /// True with the reader on the next element; false after the last, with the array done.
    public boolean nextElement() {
        return advance() != JsonToken.END_ARRAY;
    }

    /// Text; `null` reads as the empty string.
    public String string() {
        if (token == JsonToken.VALUE_STRING) {
            try {
                return parser.getString();
            } catch (JacksonException e) {
                throw malformed(e);
            }
        }
        expectZero("a string");
        return "";
    }

    public int int32() {
        long value = int64();
        if (value != (int) value) {
            throw mismatch("a 32-bit integer");
        }
        return (int) value;
    }

    public long int64() {
        if (token == JsonToken.VALUE_NUMBER_INT) {
            try {
                return parser.getLongValue();
            } catch (JacksonException _) {
                throw mismatch("a 64-bit integer");
            }
        }
        expectZero("an integer");
        return 0;
    }

    public double float64() {
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            double value = Double.parseDouble(numberText());
            if (Double.isInfinite(value)) {
                throw mismatch("a 64-bit floating point number");
            }
            return value;
        }
        expectZero("a number");
        return 0;
    }

    public boolean bool() {
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE;
        }
        expectZero("a boolean");
        return false;
    }

    /// True when the number the reader stands on is written without fraction and exponent.
    public boolean isWholeNumber() {
        return token == JsonToken.VALUE_NUMBER_INT;
    }

    /// The number the reader stands on as it is spelled in the document.
    public String numberText() {
        if (kind() != Kind.NUMBER) {
            throw mismatch("a number");
        }
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /// Bytes written as base64; `null` reads as no bytes.
    public byte[] base64() {
        String text = string();
        try {
            return Base64.getDecoder().decode(withoutLineBreaks(text));
        } catch (IllegalArgumentException e) {
            throw new JsonException(path(), "expected base64, found " + shortened('"' + text + '"'), e);
        }
    }

    /// The whole value's bytes as they stand in the document.
    public byte[] raw() {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        skip();
        try {
            parser.finishToken();
        } catch (JacksonException e) {
            throw malformed(e);
        }
        return Arrays.copyOfRange(source, start, (int) parser.currentLocation().getByteOffset());
    }

    /// Passes over a value.
    public void skip() {
        try {
            parser.skipChildren();
            token = parser.currentToken();
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /// Passes over the value of a field nobody knows, and says so to a strict reader.
    public void skipUnknown() {
        if (strictness != null && reports++ < MOST_REPORTS) {
            strictness.unknownField(path());
        }
        skip();
    }

    /// Nothing but white space may follow the value just read.
    public void expectEnd() {
        JsonToken next;
        try {
            next = parser.nextToken();
        } catch (JacksonException e) {
            throw malformed(e);
        }
        if (next != null) {
            throw new JsonException("", "more follows after the end of the JSON value");
        }
    }

    /// Where the reader stands, as Kubernetes prints field paths; empty at the root.
    public String path() {
        StringBuilder path = new StringBuilder();
        TokenStreamContext here = parser.streamReadContext();
        boolean onOpening = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
        appendPath(path, onOpening ? here.getParent() : here);
        return path.toString();
    }

    /// An exception about the value the reader stands on: expected this, found that.
    public JsonException mismatch(String expected) {
        return new JsonException(path(), "expected " + expected + ", found " + found());
    }

    private static void appendPath(StringBuilder path, @Nullable TokenStreamContext context) {
        if (context == null || context.inRoot()) {
            return;
        }
        appendPath(path, context.getParent());
        if (context.inArray()) {
            path.append('[').append(context.getCurrentIndex()).append(']');
        } else if (context.hasCurrentName()) {
            path.append(path.isEmpty() ? "" : ".").append(context.currentName());
        }
    }

    private JsonToken advance() {
        try {
            JsonToken next = parser.nextToken();
            if (next == null) {
                throw new JsonException(path(), "the document ends in the middle of a value");
            }
            token = next;
            return next;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    private void expect(JsonToken wanted, String called) {
        if (token != wanted) {
            throw mismatch(called);
        }
    }

    private void expectZero(String called) {
        if (token != JsonToken.VALUE_NULL) {
            throw mismatch(called);
        }
    }

    private String found() {
        return switch (kind()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "the string " + shortened('"' + string() + '"');
            case NUMBER -> "the number " + shortened(numberText());
            case BOOLEAN -> token == JsonToken.VALUE_TRUE ? "true" : "false";
            case NULL -> "null";
        };
    }

    private JsonException malformed(JacksonException cause) {
        if (cause instanceof StreamConstraintsException
                && parser.streamReadContext().getNestingDepth() >= DEEPEST) {
            return new JsonException("", "exceeded max depth", cause);
        }
        return new JsonException(path(), "not JSON: " + cause.getOriginalMessage(), cause);
    }

    private static String withoutLineBreaks(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0
                ? text
                : text.replace("\n", "").replace("\r", "");
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
