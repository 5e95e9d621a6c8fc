package dev.kcm.client;

/// Which objects to list and how fresh. `""` in any text means what leaving it out means to the
/// server; namespace `""` is all of them, `limit` 0 is no limit.
public record ListQuery(
        String namespace,
        String labelSelector,
        String fieldSelector,
        long limit,
        String continueToken,
        String resourceVersion,
        String resourceVersionMatch) {
    private static final ListQuery EVERYTHING = new ListQuery("", "", "", 0, "", "", "");

    public static ListQuery everything() {
        return EVERYTHING;
    }

    public static ListQuery in(String namespace) {
        return EVERYTHING.withNamespace(namespace);
    }

    public ListQuery withNamespace(String value) {
        return new ListQuery(
                value, labelSelector, fieldSelector, limit, continueToken, resourceVersion, resourceVersionMatch);
    }

    public ListQuery withLabelSelector(String value) {
        return new ListQuery(
                namespace, value, fieldSelector, limit, continueToken, resourceVersion, resourceVersionMatch);
    }

    public ListQuery withFieldSelector(String value) {
        return new ListQuery(
                namespace, labelSelector, value, limit, continueToken, resourceVersion, resourceVersionMatch);
    }

    public ListQuery withLimit(long value) {
        return new ListQuery(
                namespace, labelSelector, fieldSelector, value, continueToken, resourceVersion, resourceVersionMatch);
    }

    public ListQuery withResourceVersion(String value) {
        return new ListQuery(
                namespace, labelSelector, fieldSelector, limit, continueToken, value, resourceVersionMatch);
    }

    public ListQuery withResourceVersionMatch(String value) {
        return new ListQuery(namespace, labelSelector, fieldSelector, limit, continueToken, resourceVersion, value);
    }

    /// The page after `position`. The token says which state is read, so a resourceVersion may not
    /// stand beside it.
    public ListQuery after(ListPosition position) {
        return new ListQuery(namespace, labelSelector, fieldSelector, limit, position.continueToken(), "", "");
    }
}
