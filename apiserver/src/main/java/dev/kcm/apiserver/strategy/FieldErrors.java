package dev.kcm.apiserver.strategy;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.StatusCause;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/// What validation finds wrong with an object, as upstream's `field.ErrorList`.
public final class FieldErrors {
    private record FieldError(FieldPath path, String reason, String body) {
        String text() {
            return path + ": " + body;
        }
    }

    private final List<FieldError> found = new ArrayList<>();

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public void required(FieldPath path, String detail) {
        add(path, "FieldValueRequired", "Required value", detail);
    }

    public void invalid(FieldPath path, Object value, String detail) {
        add(path, "FieldValueInvalid", "Invalid value: " + shown(value), detail);
    }

    public void forbidden(FieldPath path, String detail) {
        add(path, "FieldValueForbidden", "Forbidden", detail);
    }

    public void duplicate(FieldPath path, Object value) {
        add(path, "FieldValueDuplicate", "Duplicate value: " + shown(value), "");
    }

    public void notFound(FieldPath path, Object value) {
        add(path, "FieldValueNotFound", "Not found: " + shown(value), "");
    }

    public void tooLong(FieldPath path, int most) {
        add(path, "FieldValueTooLong", "Too long", "may not be more than " + most + " bytes");
    }

    /// Names the supported values in the order given, which is upstream's.
    public void unsupported(FieldPath path, Object value, List<String> supported) {
        var listed = supported.stream().map(FieldErrors::shown).collect(Collectors.joining(", "));
        add(
                path,
                "FieldValueNotSupported",
                "Unsupported value: " + shown(value),
                supported.isEmpty() ? "" : "supported values: " + listed);
    }

    /// An invalid value for each detail.
    public void invalid(FieldPath path, Object value, List<String> details) {
        details.forEach(detail -> invalid(path, value, detail));
    }

    public void throwIfAny(Resource<?> resource, String name) {
        if (!found.isEmpty()) {
            throw exception(resource, name);
        }
    }

    /// For what is not stored: upstream names the group alone.
    public void throwIfAny(String group) {
        if (!found.isEmpty()) {
            throw ApiErrors.invalidOfGroup(group, message(), causes());
        }
    }

    private ApiException exception(Resource<?> resource, String name) {
        return ApiErrors.invalid(resource, name, message(), causes());
    }

    private String message() {
        var texts = new LinkedHashSet<>(found.stream().map(FieldError::text).toList());
        return texts.size() == 1 ? texts.iterator().next() : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    private List<StatusCause> causes() {
        return found.stream()
                .map(error -> StatusCause.builder()
                        .reason(error.reason)
                        .message(error.body)
                        .field(error.path.text())
                        .build())
                .toList();
    }

    private void add(FieldPath path, String reason, String body, String detail) {
        found.add(new FieldError(path, reason, detail.isEmpty() ? body : body + ": " + detail));
    }

    private static String shown(Object value) {
        return value instanceof String text ? Json.of(text).toText() : value.toString();
    }
}
