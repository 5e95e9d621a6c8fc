package dev.kcm.model.operation;

import java.util.Arrays;
import java.util.Optional;

/// The kinds of patch, by the media type of their bodies.
public enum PatchType {
    JSON("application/json-patch+json"),
    MERGE("application/merge-patch+json"),
    STRATEGIC("application/strategic-merge-patch+json"),
    APPLY("application/apply-patch+yaml");

    private final String mediaType;

    PatchType(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    public static Optional<PatchType> of(String mediaType) {
        return Arrays.stream(values())
                .filter(type -> type.mediaType.equals(mediaType))
                .findFirst();
    }
}
