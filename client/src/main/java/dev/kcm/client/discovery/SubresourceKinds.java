package dev.kcm.client.discovery;

/// How resource descriptors write the kinds of subresources.
final class SubresourceKinds {
    private SubresourceKinds() {}

    /// `Kind`, or `group/version/Kind` when that is not where the resource itself is.
    static String type(String ownGroup, String ownVersion, String group, String version, String kind) {
        return group.equals(ownGroup) && version.equals(ownVersion) ? kind : group + "/" + version + "/" + kind;
    }
}
