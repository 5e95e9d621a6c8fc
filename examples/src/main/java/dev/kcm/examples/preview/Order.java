package dev.kcm.examples.preview;

import dev.kcm.base.GoDuration;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a preview's ConfigMap asks for.
///
/// @param lifetime from the ConfigMap's creation on, if it says so
record Order(String image, int replicas, Optional<Duration> lifetime) {

    /// The result of reading one: people write these, so an invalid one is a result, too.
    sealed interface Reading {
        record Valid(Order order) implements Reading {}

        record Invalid(String problem) implements Reading {}
    }

    static Reading read(Map<String, String> data) {
        var image = data.getOrDefault("image", "");
        var replicas = data.getOrDefault("replicas", "1");
        if (image.isBlank()) {
            return new Reading.Invalid("data.image is missing: name the image to run");
        }
        if (!replicas.matches("[0-9]{1,2}")) {
            return new Reading.Invalid("data.replicas is \"%s\": write a number from 0 to 99".formatted(replicas));
        }
        try {
            var lifetime = Optional.ofNullable(data.get("lifetime")).map(GoDuration::parse);
            return new Reading.Valid(new Order(image, Integer.parseInt(replicas), lifetime));
        } catch (IllegalArgumentException unreadable) {
            return new Reading.Invalid("data.lifetime: " + unreadable.getMessage());
        }
    }
}
