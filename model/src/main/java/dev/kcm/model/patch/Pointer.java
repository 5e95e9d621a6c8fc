package dev.kcm.model.patch;

import dev.kcm.base.GoText;
import java.util.Optional;

/// A place in a document (RFC 6901): the last object or array on the way, and the key in it. The key itself need not
/// exist.
record Pointer(Draft container, String key) {

    /// The place `path` leads to; empty if something on the way is missing or is neither object nor array.
    ///
    /// @param document opened, if it is an object or array
    static Optional<Pointer> into(Draft document, String path) {
        var slash = path.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        var here = document;
        while (true) {
            var next = path.indexOf('/', slash + 1);
            var key = decoded(path.substring(slash + 1, next < 0 ? path.length() : next));
            if (here instanceof Draft.Value) {
                return Optional.empty();
            }
            if (next < 0) {
                return Optional.of(new Pointer(here, key));
            }
            here = openedChild(here, key);
            slash = next;
        }
    }

    private static String decoded(String part) {
        return part.replace("~1", "/").replace("~0", "~");
    }

    @SuppressWarnings("ReferenceEquality") // one that was open already is the same
    private static Draft openedChild(Draft container, String key) {
        var child = child(container, key);
        var opened = child.opened();
        if (child instanceof Draft.Value && !(opened instanceof Draft.Value)) {
            switch (container) {
                case Draft.Members(var values) -> values.put(key, opened);
                case Draft.Items(var values) ->
                    values.set(position(key, values.size()).value(), opened);
                case Draft.Value _ -> {}
            }
        }
        return opened;
    }

    private static Draft child(Draft container, String key) {
        return switch (container) {
            case Draft.Members(var values) -> values.getOrDefault(key, Draft.NULL);
            case Draft.Items(var values) -> {
                var index = position(key, values.size());
                yield index.problem().isEmpty() ? values.get(index.value()) : Draft.NULL;
            }
            case Draft.Value _ -> Draft.NULL;
        };
    }

    /// False only for a position an array does not have.
    boolean canBeRead() {
        return !(container instanceof Draft.Items(var values))
                || position(key, values.size()).problem().isEmpty();
    }

    /// The value here; `null` for a missing member.
    Draft read(String problem) {
        if (container instanceof Draft.Items(var values)) {
            position(key, values.size()).orThrow(problem);
        }
        return child(container, key);
    }

    void add(Draft value, String problem) {
        switch (container) {
            case Draft.Members(var values) -> values.put(key, value);
            case Draft.Items(var values) when key.equals("-") -> values.add(value);
            case Draft.Items(var values) -> values.add(insertion(values.size()).orThrow(problem), value);
            case Draft.Value _ -> throw new IllegalStateException("not a container: " + container);
        }
    }

    private Index insertion(int size) {
        var index = position(key, size + 1);
        return index.isNumber()
                ? index
                : new Index(0, "value was not a proper array index: '" + key + "': " + index.problem(), false);
    }

    void remove(String problem) {
        switch (container) {
            case Draft.Members(var values) when values.containsKey(key) -> values.remove(key);
            case Draft.Items(var values) ->
                values.remove(position(key, values.size()).orThrow(problem));
            default ->
                throw PatchException.doesNotApply(
                        problem + ": Unable to remove nonexistent key: " + key + ": missing value");
        }
    }

    void replace(Draft value) {
        switch (container) {
            case Draft.Members(var values) -> values.put(key, value);
            case Draft.Items(var values) ->
                values.set(position(key, values.size()).value(), value);
            case Draft.Value _ -> throw new IllegalStateException("not a container: " + container);
        }
    }

    /// A position in an array, or why there is none.
    private record Index(int value, String problem, boolean isNumber) {
        int orThrow(String context) {
            if (!problem.isEmpty()) {
                throw PatchException.doesNotApply(context + ": " + problem);
            }
            return value;
        }
    }

    private static Index position(String key, int size) {
        var number = GoText.wholeNumber(key);
        if (number.isEmpty()) {
            return new Index(0, "strconv.Atoi: parsing " + GoText.quote(key) + ": invalid syntax", false);
        }
        var index = number.getAsLong();
        if (index >= size || index < -size) {
            return new Index(0, "Unable to access invalid index: " + index + ": invalid index referenced", true);
        }
        return new Index((int) (index < 0 ? index + size : index), "", true);
    }
}
