package dev.kcm.apiserver.http;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.Locale;

/// The document at `/version`: the Kubernetes version whose API is served.
final class VersionInfo {
    private static final String VERSION = "v1.36.3";

    private VersionInfo() {}

    static JsonObject document() {
        return Json.object("major", Json.of("1"))
                .with("minor", "36")
                .with("emulationMajor", "1")
                .with("emulationMinor", "36")
                .with("minCompatibilityMajor", "1")
                .with("minCompatibilityMinor", "35")
                .with("gitVersion", VERSION)
                .with("gitCommit", "")
                .with("gitTreeState", "clean")
                .with("buildDate", "")
                .with("goVersion", "")
                .with("compiler", "javac")
                .with(
                        "platform",
                        System.getProperty("os.name").toLowerCase(Locale.ROOT) + "/" + System.getProperty("os.arch"));
    }
}
