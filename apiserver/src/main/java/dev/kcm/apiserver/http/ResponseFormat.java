package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.Resource;
import dev.kcm.model.wire.Envelope;
import org.jspecify.annotations.Nullable;

/// The media type and shape of a response, negotiated with the client.
record ResponseFormat(Encoding encoding, Shape shape) {
    enum Encoding {
        JSON("application/json"),
        PROTOBUF(Envelope.MEDIA_TYPE);

        private final String mediaType;

        Encoding(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }

    enum Shape {
        OBJECT,
        TABLE,
        METADATA
    }

    static final ResponseFormat PLAIN = new ResponseFormat(Encoding.JSON, Shape.OBJECT);

    private static final String META = "meta.k8s.io";

    /// The best format the client accepts that there is for this resource.
    static ResponseFormat of(String accept, Resource<?> resource) {
        if (accept.isBlank()) {
            return PLAIN;
        }
        for (var range : MediaRange.list(accept)) {
            var shape = shape(range);
            if (shape == null) {
                continue;
            }
            if (range.covers(Encoding.JSON.mediaType) || range.type().equals("application/yaml")) {
                return new ResponseFormat(Encoding.JSON, shape);
            }
            var hasProtobuf = shape == Shape.METADATA || resource.hasProtobuf();
            if (range.type().equals(Envelope.MEDIA_TYPE) && hasProtobuf && shape != Shape.TABLE) {
                return new ResponseFormat(Encoding.PROTOBUF, shape);
            }
        }
        throw ApiErrors.notAcceptable(
                "only the following media types are accepted: application/json, " + Envelope.MEDIA_TYPE);
    }

    private static @Nullable Shape shape(MediaRange range) {
        var as = range.parameter("as");
        if (as.isEmpty()) {
            return Shape.OBJECT;
        }
        if (!range.parameter("g").equals(META) || !range.parameter("v").equals("v1")) {
            return null;
        }
        return switch (as) {
            case "Table" -> Shape.TABLE;
            case "PartialObjectMetadata", "PartialObjectMetadataList" -> Shape.METADATA;
            default -> null;
        };
    }
}
