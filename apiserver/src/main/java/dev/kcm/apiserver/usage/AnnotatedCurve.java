package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The curve that an annotation of an object holds. One that cannot be read fails the request for it, and the error
/// names
/// the object, the annotation and what may stand there: counting it as nothing would look like an idle pod.
record AnnotatedCurve(KubeObject object, String annotation) {
    /// Where the curve is now; nothing without the annotation.
    ///
    /// @throws ApiException if it cannot be read
    Optional<Quantity> at(Instant now, Instant start) {
        return value().map(text -> read(text).at(Duration.between(start, now)));
    }

    /// The same of what cannot be negative.
    Optional<Quantity> usageAt(Instant now, Instant start) {
        return value().map(text -> {
            var curve = read(text);
            if (curve.isEverNegative()) {
                throw unreadable("%s is negative".formatted(GoText.quote(text)));
            }
            return curve.at(Duration.between(start, now));
        });
    }

    Optional<String> value() {
        return Optional.ofNullable(object.annotations().get(annotation)).map(String::strip);
    }

    /// The error for a value that makes no sense.
    ApiException unreadable(String why) {
        var name = object.namespace().isEmpty() ? object.name() : object.namespace() + "/" + object.name();
        return ApiErrors.unknown("annotation %s of %s %s cannot be read: %s"
                .formatted(annotation, object.resource().singular(), name, why));
    }

    private UsageCurve read(String text) {
        try {
            return UsageCurve.parse(text);
        } catch (IllegalArgumentException problem) {
            throw unreadable(ApiErrors.said(problem));
        }
    }
}
