package dev.kcm.apiserver.table;

import dev.kcm.model.KubeObject;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.TableColumnDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/// The columns of one kind, in order.
final class Layout<T extends KubeObject> {
    /// One column: what it is called and how a row gets its cell.
    record Column<T>(TableColumnDefinition definition, BiFunction<T, Instant, Json> cell) {}

    private final List<Column<T>> columns = new ArrayList<>();

    static <T extends KubeObject> Layout<T> named() {
        return new Layout<T>().column("Name", "string", "name", 0, (o, _) -> Json.of(o.name()));
    }

    /// Shows something else than the plain name in its column.
    static <T extends KubeObject> Layout<T> namedBy(Function<T, String> name) {
        return new Layout<T>().column("Name", "string", "name", 0, (o, _) -> Json.of(name.apply(o)));
    }

    static <T extends KubeObject> Layout<T> nameless() {
        return new Layout<>();
    }

    Layout<T> text(String name, Function<T, String> cell) {
        return column(name, "string", "", 0, (object, _) -> Json.of(cell.apply(object)));
    }

    /// A column only `-o wide` shows.
    Layout<T> wide(String name, Function<T, String> cell) {
        return column(name, "string", "", 1, (object, _) -> Json.of(cell.apply(object)));
    }

    Layout<T> wideName() {
        return column("Name", "string", "name", 1, (object, _) -> Json.of(object.name()));
    }

    Layout<T> number(String name, Function<T, Integer> cell) {
        return column(
                name,
                "integer",
                "",
                0,
                (object, _) -> Json.of(cell.apply(object).longValue()));
    }

    /// An amount or a time, as text of this format.
    Layout<T> formatted(String name, String format, Function<T, String> cell) {
        return column(name, "string", format, 0, (object, _) -> Json.of(cell.apply(object)));
    }

    /// A number in a column that is declared as text, as upstream does with most of them.
    Layout<T> count(String name, ToLongFunction<T> cell) {
        return column(name, "string", "", 0, (object, _) -> Json.of(cell.applyAsLong(object)));
    }

    Layout<T> wideCount(String name, ToLongFunction<T> cell) {
        return column(name, "string", "", 1, (object, _) -> Json.of(cell.applyAsLong(object)));
    }

    /// A text in a column that is declared as boolean.
    Layout<T> booleanText(String name, Function<T, String> cell) {
        return column(name, "boolean", "", 0, (object, _) -> Json.of(cell.apply(object)));
    }

    Layout<T> date(String name, Function<T, String> cell) {
        return column(name, "date", "", 0, (object, _) -> Json.of(cell.apply(object)));
    }

    Layout<T> flag(String name, Predicate<T> cell) {
        return column(name, "boolean", "", 0, (object, _) -> Json.of(cell.test(object)));
    }

    Layout<T> timed(String name, BiFunction<T, Instant, String> cell) {
        return column(name, "string", "", 0, (object, now) -> Json.of(cell.apply(object, now)));
    }

    Layout<T> wideTimed(String name, BiFunction<T, Instant, String> cell) {
        return column(name, "string", "", 1, (object, now) -> Json.of(cell.apply(object, now)));
    }

    Layout<T> age() {
        return timed("Age", (object, now) -> Ages.since(object.metadata().creationTimestamp(), now));
    }

    List<TableColumnDefinition> definitions() {
        return columns.stream().map(Column::definition).toList();
    }

    List<Json> cells(T object, Instant now) {
        return columns.stream().map(column -> column.cell.apply(object, now)).toList();
    }

    private Layout<T> column(String name, String type, String format, int priority, BiFunction<T, Instant, Json> cell) {
        var definition = TableColumnDefinition.builder()
                .name(name)
                .type(type)
                .format(format)
                .priority(priority)
                .build();
        columns.add(new Column<>(definition, cell));
        return this;
    }
}
