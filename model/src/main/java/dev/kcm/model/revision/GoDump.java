package dev.kcm.model.revision;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.value.GoQuantity;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;

/// Writes a pod template as a Go program would dump the structs it holds after reading the template
/// from a server: every field with its name and type, private ones too. That text is what upstream
/// hashes.
///
/// A field that is not in the JSON has Go's zero value; empty lists and maps are nil, as they are
/// after reading protobuf.
final class GoDump {
    private static final String NIL = "<nil>";

    /// Seconds from the year 1, where Go's clock starts, to 1970.
    private static final long GO_EPOCH = 62_135_596_800L;

    private final StringBuilder out = new StringBuilder(8192);
    private final List<GoLayout> layouts = GoLayout.ofPodTemplate();

    private GoDump() {}

    static String ofPodTemplate(Json template) {
        var dump = new GoDump();
        var layout = dump.layouts.getFirst();
        dump.out.append('(').append(layout.type()).append(')');
        dump.struct(layout, template.objectAt());
        return dump.out.toString();
    }

    private void struct(GoLayout layout, JsonObject object) {
        out.append('{');
        var isFirst = true;
        for (var field : layout.fields()) {
            out.append(isFirst ? "" : " ").append(field.name());
            out.append(":(").append(field.type()).append(')');
            var value = field.isEmbedded() ? object : object.get(field.member()).orElse(Json.NULL);
            value(field.shape(), field.struct(), value);
            isFirst = false;
        }
        out.append('}');
    }

    private void value(String shape, int struct, Json value) {
        switch (shape.charAt(0)) {
            case 's' -> out.append(value instanceof JsonText(var text) ? text : "");
            case 'n' -> out.append(value instanceof JsonNumber.Whole(var number) ? number : 0);
            case 'b' -> out.append(value == JsonBoolean.TRUE);
            case 'o' -> struct(layouts.get(struct), value.objectAt());
            case 'p' -> pointer(shape.substring(1), struct, value);
            case 'l' -> list(shape.substring(1), struct, value.itemsAt());
            case 'm' -> map(shape.substring(1), struct, value.objectAt());
            case 'q' -> quantity(value);
            case 'i' -> intOrString(value);
            case 't' -> time(value);
            default -> throw new IllegalStateException("no way to dump the shape " + shape);
        }
    }

    private void pointer(String shape, int struct, Json value) {
        if (value.isNull()) {
            out.append(NIL);
        } else {
            value(shape, struct, value);
        }
    }

    private void list(String shape, int struct, List<Json> items) {
        if (items.isEmpty() || shape.equals("x")) {
            out.append(NIL);
            return;
        }
        out.append('[');
        for (var i = 0; i < items.size(); i++) {
            out.append(i > 0 ? " " : "");
            value(shape, struct, items.get(i));
        }
        out.append(']');
    }

    private void map(String shape, int struct, JsonObject object) {
        if (object.isEmpty()) {
            out.append(NIL);
            return;
        }
        out.append("map[");
        var before = out.length();
        object.inBytewiseOrder().forEach((name, value) -> {
            out.append(out.length() > before ? " " : "").append(name).append(':');
            value(shape, struct, value);
        });
        out.append(']');
    }

    private void quantity(Json value) {
        if (!(value instanceof JsonText(var text))) {
            // A quantity nobody set has not even a format.
            quantityFields(0, 0, "(*inf.Dec)" + NIL, "", "");
            return;
        }
        var quantity = GoQuantity.parse(text);
        var decimal = quantity.isShort()
                ? "(*inf.Dec)" + NIL
                : "(*inf.Dec){unscaled:(big.Int){neg:(bool)%s abs:(big.nat)%s} scale:(inf.Scale)%d}"
                        .formatted(
                                quantity.unscaled().signum() < 0,
                                words(quantity.unscaled().abs()),
                                quantity.decimalScale());
        quantityFields(quantity.value(), quantity.scale(), decimal, quantity.text(), quantity.format());
    }

    private void quantityFields(long value, int scale, String decimal, String text, String format) {
        out.append("{i:(resource.int64Amount){value:(int64)").append(value);
        out.append(" scale:(resource.Scale)").append(scale);
        out.append("} d:(resource.infDecAmount){Dec:").append(decimal);
        out.append("} s:(string)").append(text);
        out.append(" Format:(resource.Format)").append(format).append('}');
    }

    /// A big number's words of 64 bits, the lowest first.
    private static String words(BigInteger number) {
        if (number.signum() == 0) {
            return NIL;
        }
        var words = new StringBuilder("[");
        for (var rest = number; rest.signum() > 0; rest = rest.shiftRight(Long.SIZE)) {
            words.append(words.length() > 1 ? " " : "");
            words.append(Long.toUnsignedString(rest.longValue()));
        }
        return words.append(']').toString();
    }

    private void intOrString(Json value) {
        var isText = value instanceof JsonText;
        out.append("{Type:(intstr.Type)").append(isText ? 1 : 0).append(" IntVal:(int32)");
        value("n", -1, value);
        out.append(" StrVal:(string)");
        value("s", -1, value);
        out.append('}');
    }

    /// Templates have no times of their own; one that was set by hand is dumped as in UTC.
    private void time(Json value) {
        var seconds = value instanceof JsonText(var text) ? Instant.parse(text).getEpochSecond() + GO_EPOCH : 0;
        out.append("{Time:(time.Time){wall:(uint64)0 ext:(int64)").append(seconds);
        out.append(" loc:(*time.Location)").append(NIL).append("}}");
    }
}
