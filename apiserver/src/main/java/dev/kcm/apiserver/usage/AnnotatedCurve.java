package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The curve that an annotation of an object holds.
record AnnotatedCurve(KubeObject object, String annotation) {
    /// Where the curve is now; nothing without the annotation.
    ///
    /// @throws UnreadableAnnotationException if it cannot be read
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
    UnreadableAnnotationException unreadable(String why) {
        return new UnreadableAnnotationException(object, annotation, why);
    }

    private UsageCurve read(String text) {
        try {
            return UsageCurve.parse(text);
        } catch (IllegalArgumentException problem) {
            throw unreadable(ApiErrors.said(problem));
        }
    }
}
