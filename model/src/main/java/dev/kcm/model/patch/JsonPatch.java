package dev.kcm.model.patch;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;

/// JSON patch (RFC 6902) with the habits of the library in the API server: array positions may be
/// negative, counting from the end; `replace` of a member that is not there adds it; `add` without
/// a value and `copy` of a missing member set `null`; a path's text before the first slash is
/// ignored.
public final class JsonPatch {
    /// The server refuses longer patches.
    public static final int MOST_OPERATIONS = 10_000;

    /// The server refuses patches whose `copy` operations add more bytes than this.
    public static final long MOST_COPIED_BYTES = 3L * 1024 * 1024;

    private static final String MISSING = ": missing value";
    private static final String TEST_FAILED = " failed: test failed";

    private Draft document;
    private long copiedBytes;

    private JsonPatch(Json document) {
        this.document = Draft.of(document).opened();
    }

    /// The document after all operations of `patch`, an array; all or none apply.
    ///
    /// @throws PatchException saying which operation failed and why
    public static Json apply(Json document, Json patch) {
        if (!(patch instanceof JsonArray(var operations))) {
            throw PatchException.malformed("a JSON patch must be an array of operations");
        }
        if (operations.size() > MOST_OPERATIONS) {
            throw new PatchException(
                    PatchException.Problem.TOO_LARGE,
                    "The allowed maximum operations in a JSON patch is %d, got %d"
                            .formatted(MOST_OPERATIONS, operations.size()));
        }
        var run = new JsonPatch(document);
        for (var operation : operations) {
            if (!(operation instanceof JsonObject object)) {
                throw PatchException.malformed("an operation of a JSON patch must be an object");
            }
            run.apply(object);
        }
        return run.document.toJson();
    }

    private void apply(JsonObject operation) {
        var kind = operation.textAt("op").orElse("unknown");
        switch (kind) {
            case "add" -> add(operation);
            case "remove" -> remove(operation);
            case "replace" -> replace(operation);
            case "move" -> move(operation);
            case "copy" -> copy(operation);
            case "test" -> test(operation);
            default -> throw PatchException.doesNotApply("Unexpected kind: " + kind);
        }
    }

    private void add(JsonObject operation) {
        var path = pathOr(operation, "add operation failed to decode path" + MISSING);
        var place = place(path, "add operation does not apply: doc is missing path: \"%s\"");
        place.add(Draft.of(value(operation)), "error in add for path: '" + path + "'");
    }

    private void remove(JsonObject operation) {
        var path = pathOr(operation, "remove operation failed to decode path" + MISSING);
        var place = place(path, "remove operation does not apply: doc is missing path: \"%s\"");
        place.remove("error in remove for path: '" + path + "'");
    }

    private void replace(JsonObject operation) {
        var path = path(operation, "replace");
        var value = value(operation);
        if (path.isEmpty()) {
            if (!(value instanceof JsonObject || value instanceof JsonArray)) {
                throw PatchException.doesNotApply("replace operation value must be object or array");
            }
            document = Draft.of(value).opened();
            return;
        }
        var place = place(path, "replace operation does not apply: doc is missing path: %s");
        if (!place.canBeRead()) {
            throw PatchException.doesNotApply(
                    "replace operation does not apply: doc is missing key: " + path + MISSING);
        }
        place.replace(Draft.of(value));
    }

    private void move(JsonObject operation) {
        var from = from(operation, "move");
        var source = place(from, "move operation does not apply: doc is missing from path: %s");
        var problem = "error in move for path: '" + source.key() + "'";
        var value = source.read(problem);
        source.remove(problem);
        var path = path(operation, "move");
        var target = place(path, "move operation does not apply: doc is missing destination path: %s");
        target.add(value, "error in move for path: '" + path + "'");
    }

    private void copy(JsonObject operation) {
        var from = from(operation, "copy");
        var source = place(from, "copy operation does not apply: doc is missing from path: %s");
        var value = source.read("error in copy for from: '" + from + "'").toJson();
        var path = pathOr(operation, "copy operation failed to decode path" + MISSING);
        var target = place(path, "copy operation does not apply: doc is missing destination path: %s");
        copiedBytes += value.toBytes().length;
        if (copiedBytes > MOST_COPIED_BYTES) {
            throw PatchException.doesNotApply("Unable to complete the copy, the accumulated size increase of copy is "
                    + copiedBytes
                    + ", exceeding the limit "
                    + MOST_COPIED_BYTES);
        }
        target.add(Draft.of(value), "error while adding value during copy");
    }

    private void test(JsonObject operation) {
        var path = path(operation, "test");
        var found = path.isEmpty()
                ? document
                : place(path, "test operation does not apply: is missing path: %s")
                        .read("error in test for path: '" + path + "'");
        if (!operation.has("value") || !found.isSameAs(value(operation))) {
            throw PatchException.doesNotApply("testing value " + path + TEST_FAILED);
        }
    }

    private Pointer place(String path, String problem) {
        return Pointer.into(document, path)
                .orElseThrow(() -> PatchException.doesNotApply(problem.formatted(path) + MISSING));
    }

    private static Json value(JsonObject operation) {
        return operation.get("value").orElse(Json.NULL);
    }

    private static String path(JsonObject operation, String kind) {
        return pathOr(operation, kind + " operation failed to decode path: operation missing path field" + MISSING);
    }

    private static String pathOr(JsonObject operation, String problem) {
        return text(operation, "path", problem);
    }

    private static String from(JsonObject operation, String kind) {
        return text(
                operation, "from", kind + " operation failed to decode from: operation, missing from field" + MISSING);
    }

    private static String text(JsonObject operation, String name, String problem) {
        if (operation.get(name).orElse(Json.NULL) instanceof JsonText(var text)) {
            return text;
        }
        throw PatchException.doesNotApply(problem);
    }
}
