package dev.kcm.base;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What this host calls itself, as Go's `os.Hostname` has it: the kernel's word, whether or not anybody can
/// resolve it. In a pod it is the pod's name.
public final class HostName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /// @throws IllegalStateException if the operating system does not say
    public static String ofThisHost() {
        return from(KERNEL);
    }

    static String from(Path kernel) {
        try {
            var name = Files.readString(kernel).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException _) {
            // not Linux
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolved) {
            throw new IllegalStateException(
                    "This host's name cannot be found out: " + unresolved.getMessage(), unresolved);
        }
    }
}
