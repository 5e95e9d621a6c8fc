package dev.kcm.controllers.storage.attachdetach;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// Names that follow from others.
final class VolumeNames {
    private static final String CSI = "kubernetes.io/csi/";

    private VolumeNames() {}

    static String csi(String driver, String handle) {
        return CSI + driver + "^" + handle;
    }

    /// Driver and handle of a volume of which only the name is known; a handle with a `^` cannot be told.
    static Optional<AttachableVolume.CsiVolume> parse(String name) {
        if (!name.startsWith(CSI)) {
            return Optional.empty();
        }
        var parts = name.substring(CSI.length()).split("\\^", -1);
        return parts.length == 2
                ? Optional.of(new AttachableVolume.CsiVolume(parts[0], parts[1], Optional.empty(), false))
                : Optional.empty();
    }

    /// The plugin in front of the second slash.
    static Optional<AttachableVolume.Plugin> plugin(String name) {
        for (var plugin : AttachableVolume.Plugin.values()) {
            if (name.startsWith(plugin.text() + "/")) {
                return Optional.of(plugin);
            }
        }
        return Optional.empty();
    }

    /// The VolumeAttachment of a volume on a node.
    static String attachment(AttachableVolume.CsiVolume volume, String node) {
        try {
            var digest = MessageDigest.getInstance("SHA-256")
                    .digest((volume.handle() + volume.driver() + node).getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }
}
