package dev.kcm.apiserver.store.log;

import dev.kcm.model.KubeObject;
import dev.kcm.model.catalog.Catalog;

/// An object as it stands in a file.
///
/// @param offset of the frame it came from
record StoredObject(Key key, long revision, byte[] content, long offset) {
    /// @param resource group, version and plural with slashes between them
    record Key(String resource, String namespace, String name) {}

    /// @throws UnusableLogException if it is of a kind this program does not know, or cannot be read as one
    KubeObject decoded(String file) {
        var parts = key.resource().split("/", -1);
        var resource = Catalog.byPlural(parts[0], parts[1], parts[2])
                .orElseThrow(() -> new UnusableLogException(
                        "cannot use %s: it holds objects of %s, which this version of kcm does not know: start the one that wrote it"
                                .formatted(file, key.resource())));
        try {
            return resource.hasProtobuf() ? resource.decodeProtobuf(content) : resource.decodeJson(content);
        } catch (RuntimeException | StackOverflowError unreadable) {
            throw new UnusableLogException(
                    "%s is damaged at byte %d: %s \"%s/%s\" cannot be read: %s"
                            .formatted(file, offset, parts[2], key.namespace(), key.name(), unreadable),
                    unreadable);
        }
    }
}
