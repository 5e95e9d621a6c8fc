package dev.kcm.runtime.cache;

/// ResourceVersions as numbers, so that they can be compared. Kubernetes' own are numbers; an
/// aggregated API server may still have others.
public final class ResourceVersions {
    /// What cannot be compared: nothing waits for it.
    public static final long UNKNOWN = 0;

    private ResourceVersions() {}

    public static long of(String resourceVersion) {
        try {
            return Long.parseLong(resourceVersion);
        } catch (NumberFormatException _) {
            return UNKNOWN;
        }
    }
}
