package dev.kcm.modelcompiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The part of a kind that its cache holds: the schema's types cut down to the fields a table
/// lists. One lean type stands for a Go type wherever it occurs, with the fields listed for any of
/// its places.
///
/// Paths are JSON names with `[]` after a list, `{}` after a map, `{key}` for one key of it, and
/// `.*` for everything below. A path that ends at a message keeps only whether it is there.
final class Projection {
    /// Where the lean types live; to them it is what a Go package is to the others.
    private static final String LEAN = "kcm/lean.Lean";

    /// Metadata is kept as the type all objects share.
    private static final String OBJECT_META = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta";

    private enum Depth {
        PRESENCE,
        PARTS,
        WHOLE
    }

    private final Facts facts;
    private final Map<String, Map<String, Depth>> fieldsOf = new LinkedHashMap<>();
    private final TreeSet<String> annotations = new TreeSet<>();

    private Projection(Facts facts) {
        this.facts = facts;
    }

    static Projection read(Facts facts, String root, Path table) throws IOException {
        Projection projection = new Projection(facts);
        Files.readAllLines(table).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("path\t") && !line.isBlank())
                .map(line -> line.substring(0, line.indexOf('\t')))
                .forEach(path -> projection.add(root, path, path));
        return projection;
    }

    static String leanName(String goType) {
        return LEAN + JavaNames.simple(goType);
    }

    /// The keys of metadata.annotations that are kept.
    List<String> annotations() {
        return List.copyOf(annotations);
    }

    /// The lean types by the Go types they are cut from.
    Map<String, Facts.TypeFact> types() {
        Map<String, Facts.TypeFact> types = new LinkedHashMap<>();
        for (String goType : fieldsOf.keySet()) {
            if (!isWhole(goType)) {
                types.put(goType, new Facts.TypeFact(leanName(goType), leanFields(goType)));
            }
        }
        return types;
    }

    private void add(String goType, String path, String whole) {
        if (goType.equals(OBJECT_META)) {
            if (path.startsWith("annotations{") && !path.startsWith("annotations{}")) {
                annotations.add(path.substring("annotations{".length(), path.indexOf('}')));
            }
            return;
        }
        int dot = path.indexOf('.');
        String segment = dot < 0 ? path : path.substring(0, dot);
        String rest = dot < 0 ? "" : path.substring(dot + 1);
        String name = segment.replaceAll("[\\[{].*", "");
        List<Facts.FieldFact> steps = find(goType, name);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException(
                    "the projection lists %s, but %s has no field %s".formatted(whole, goType, name));
        }
        String owner = goType;
        for (Facts.FieldFact step : steps.subList(0, steps.size() - 1)) {
            mark(owner, step, Depth.PARTS);
            owner = ((GoType.Struct) step.type()).name();
        }
        Facts.FieldFact field = steps.get(steps.size() - 1);
        String message = messageOf(field.type());
        if (message.isEmpty() || rest.equals("*") || segment.endsWith("{}")) {
            mark(owner, field, Depth.WHOLE);
        } else if (rest.isEmpty()) {
            mark(owner, field, Depth.PRESENCE);
        } else {
            mark(owner, field, Depth.PARTS);
            add(message, rest, whole);
        }
    }

    /// The field of that JSON name, after the inlined structs on the way to it.
    private List<Facts.FieldFact> find(String goType, String json) {
        for (Facts.FieldFact field : facts.type(goType).fields()) {
            if (field.json().equals(json)) {
                return List.of(field);
            }
        }
        for (Facts.FieldFact field : facts.type(goType).fields()) {
            if (field.has("inline") && field.type() instanceof GoType.Struct inlined) {
                List<Facts.FieldFact> inside = find(inlined.name(), json);
                if (!inside.isEmpty()) {
                    List<Facts.FieldFact> steps = new ArrayList<>(List.of(field));
                    steps.addAll(inside);
                    return steps;
                }
            }
        }
        return List.of();
    }

    private void mark(String goType, Facts.FieldFact field, Depth depth) {
        fieldsOf.computeIfAbsent(goType, unknown -> new LinkedHashMap<>())
                .merge(key(field), depth, (before, now) -> before.compareTo(now) > 0 ? before : now);
    }

    private static String key(Facts.FieldFact field) {
        return field.json() + "#" + field.number();
    }

    /// The generated type a field holds, alone or many; empty for plain values.
    private static String messageOf(GoType type) {
        if (type instanceof GoType.Pointer pointer) {
            return messageOf(pointer.to());
        }
        if (type instanceof GoType.Slice slice) {
            return messageOf(slice.of());
        }
        if (type instanceof GoType.MapTo map) {
            return messageOf(map.value());
        }
        return type instanceof GoType.Struct struct && Value.of(type).isStruct() && !TimeField.isTime(struct.name())
                ? struct.name()
                : "";
    }

    /// True where the lean type would be the full one.
    private boolean isWhole(String goType) {
        return facts.type(goType).fields().stream()
                .allMatch(field -> fieldsOf.getOrDefault(goType, Map.of()).get(key(field)) == Depth.WHOLE);
    }

    private List<Facts.FieldFact> leanFields(String goType) {
        Map<String, Depth> listed = fieldsOf.getOrDefault(goType, Map.of());
        return facts.type(goType).fields().stream()
                .flatMap(field -> Stream.ofNullable(listed.get(key(field))).map(depth -> lean(field, depth)))
                .toList();
    }

    private Facts.FieldFact lean(Facts.FieldFact field, Depth depth) {
        GoType type = switch (depth) {
            case WHOLE -> field.type();
            case PRESENCE -> new GoType.Presence();
            case PARTS -> lean(field.type());
        };
        return new Facts.FieldFact(field.json(), field.flags(), type, field.number(), field.protoName());
    }

    private GoType lean(GoType type) {
        if (type instanceof GoType.Pointer pointer) {
            return new GoType.Pointer(lean(pointer.to()));
        }
        if (type instanceof GoType.Slice slice) {
            return new GoType.Slice(lean(slice.of()));
        }
        String goType = ((GoType.Struct) type).name();
        return goType.equals(OBJECT_META) || isWhole(goType) ? type : new GoType.Struct(leanName(goType));
    }
}
