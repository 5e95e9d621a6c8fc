package dev.kcm.client;

import java.util.OptionalLong;

/// Where a list stands: at which state of the server it was read, and how to go on. The token is
/// `""` after the last page.
public record ListPosition(String resourceVersion, String continueToken, OptionalLong remaining) {

    public boolean hasMore() {
        return !continueToken.isEmpty();
    }
}
