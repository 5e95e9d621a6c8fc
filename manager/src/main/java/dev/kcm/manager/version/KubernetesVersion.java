package dev.kcm.manager.version;

import dev.kcm.base.gates.MinorVersion;

/// The Kubernetes release this manager stands in for.
public final class KubernetesVersion {
    public static final String GIT = "v1.36.3";
    public static final MinorVersion MINOR = new MinorVersion(1, 36);

    /// How far back `--emulated-version` and `--min-compatibility-version` may go.
    public static final MinorVersion OLDEST_EMULATED = new MinorVersion(1, 33);

    private KubernetesVersion() {}

    /// What `--version` prints, with `reported` in place of our own version if that was asked for.
    public static String line(String reported) {
        return "Kubernetes " + reported;
    }

    /// What `--version=raw` prints: upstream's form, with the JVM where Go would be.
    public static String raw() {
        return ("version.Info{Major:\"%d\", Minor:\"%d\", EmulationMajor:\"\", EmulationMinor:\"\","
                        + " MinCompatibilityMajor:\"\", MinCompatibilityMinor:\"\", GitVersion:\"%s\","
                        + " GitCommit:\"\", GitTreeState:\"\", BuildDate:\"\", GoVersion:\"%s\","
                        + " Compiler:\"%s\", Platform:\"%s\"}")
                .formatted(
                        MINOR.major(), MINOR.minor(), GIT, runtime(), System.getProperty("java.vm.name"), platform());
    }

    /// Operating system and processor as Go names them, such as `linux/amd64`.
    public static String platform() {
        var system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
        var processor = switch (System.getProperty("os.arch")) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            case String other -> other;
        };
        return system + "/" + processor;
    }

    /// The Java runtime, where upstream says which Go it was built with.
    public static String runtime() {
        return "java" + Runtime.version();
    }
}
