package dev.kcm.model.selector;

import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A compiled field selector: each term asks that a field has, or has not, one exact value. A field
/// an object does not have counts as empty.
public record FieldSelector(List<Term> terms) {

    /// One field and the value it must have, or must not have.
    public record Term(String field, String value, boolean isEqual) {
        boolean matches(UnaryOperator<String> fields) {
            return fields.apply(field).equals(value) == isEqual;
        }

        @Override
        public String toString() {
            return field + (isEqual ? "=" : "!=") + escaped(value);
        }
    }

    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    public FieldSelector {
        terms = List.copyOf(terms);
    }

    /// Reads the text form, such as `spec.nodeName=n1,status.phase!=Failed`; a backslash makes a
    /// comma, an equals sign or a backslash part of the value.
    ///
    /// @throws SelectorException with upstream's message
    public static FieldSelector parse(String text) {
        var terms = splitAtCommas(text).stream()
                .sorted(JsonObject.BYTEWISE)
                .filter(part -> !part.isEmpty())
                .map(part -> term(part, text))
                .filter(term -> !term.field().isEmpty() || !term.value().isEmpty())
                .toList();
        return new FieldSelector(terms);
    }

    private static List<String> splitAtCommas(String text) {
        var parts = new ArrayList<String>();
        var start = 0;
        for (var i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static Term term(String part, String whole) {
        var sign = part.indexOf('=');
        if (sign < 0) {
            throw new SelectorException("invalid selector: '" + whole + "'; can't understand '" + part + "'");
        }
        var isEqual = sign == 0 || part.charAt(sign - 1) != '!';
        var isDouble = isEqual && part.startsWith("==", sign);
        var value = unescaped(part.substring(isDouble ? sign + 2 : sign + 1));
        return new Term(part.substring(0, isEqual ? sign : sign - 1), value, isEqual);
    }

    private static String unescaped(String value) {
        var plain = new StringBuilder(value.length());
        for (var i = 0; i < value.length(); i++) {
            var character = value.charAt(i);
            if (character == '\\') {
                plain.append(escapedCharacter(value, ++i));
            } else if (character == ',' || character == '=') {
                throw new SelectorException("invalid field selector: unescaped character in value: " + (int) character);
            } else {
                plain.append(character);
            }
        }
        return plain.toString();
    }

    private static char escapedCharacter(String value, int index) {
        if (index < value.length() && "\\,=".indexOf(value.charAt(index)) >= 0) {
            return value.charAt(index);
        }
        var end = index < value.length() ? value.offsetByCodePoints(index, 1) : index;
        throw new SelectorException(
                "invalid field selector: invalid escape sequence: " + value.substring(index - 1, end));
    }

    static String escaped(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }

    /// Matches an object whose fields `fields` looks up, giving the empty text for what is not
    /// there.
    public boolean matches(UnaryOperator<String> fields) {
        for (var term : terms) {
            if (!term.matches(fields)) {
                return false;
            }
        }
        return true;
    }

    public boolean isEverything() {
        return terms.isEmpty();
    }

    /// The value some term demands of `field`.
    public Optional<String> exactValue(String field) {
        return terms.stream()
                .filter(term -> term.isEqual() && term.field().equals(field))
                .map(Term::value)
                .findFirst();
    }

    /// The canonical text.
    @Override
    public String toString() {
        return terms.stream().map(Term::toString).collect(Collectors.joining(","));
    }
}
