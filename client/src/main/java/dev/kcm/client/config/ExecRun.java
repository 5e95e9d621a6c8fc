package dev.kcm.client.config;

import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;

/// Runs an exec plugin once and reads what it prints.
record ExecRun(ExecPlugin.Command command, ExecPlugin.ClusterInfo cluster, CredentialSources sources) {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int LONGEST_OUTPUT = 1024 * 1024;
    private static final int LONGEST_ERROR_OUTPUT = 2000;

    /// Why there are no credentials; `status` is upstream's word for it in metrics.
    static final class Failure extends Exception {
        private final int exitCode;
        private final String status;
        private final String problem;

        Failure(int exitCode, String status, String problem, Throwable cause) {
            super(problem, cause);
            this.problem = problem;
            this.exitCode = exitCode;
            this.status = status;
        }

        int exitCode() {
            return exitCode;
        }

        String status() {
            return status;
        }

        String problem() {
            return problem;
        }
    }

    ExecCredential run() throws Failure {
        var process = start();
        var timer = sources.clock().after(LONGEST, process::destroyForcibly);
        try {
            var errorOutput = drained(process.getErrorStream());
            var output = text(process.getInputStream());
            int code = process.waitFor();
            if (code != 0) {
                throw new Failure(
                        code,
                        "plugin_execution_error",
                        "%s: the plugin \"%s\" failed with exit code %d: %s"
                                .formatted(command.place(), command.program(), code, errorOutput.get()),
                        new IOException("exit code " + code));
            }
            return parsed(output);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure(
                    1, "client_internal_error", command.place() + ": interrupted while the plugin ran", interrupted);
        } finally {
            timer.cancel();
            process.destroy();
        }
    }

    private Process start() throws Failure {
        var line = new ArrayList<String>();
        line.add(command.program());
        line.addAll(command.arguments());
        var builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(sources.environment());
        builder.environment().putAll(command.environment());
        builder.environment().put("KUBERNETES_EXEC_INFO", question());
        try {
            var process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException missing) {
            var hint = command.installHint().isEmpty() ? "" : "\n" + command.installHint();
            throw new Failure(
                    1,
                    "plugin_not_found_error",
                    "%s: cannot run the plugin \"%s\": %s%s"
                            .formatted(command.place(), command.program(), missing.getMessage(), hint),
                    missing);
        }
    }

    private ExecCredential parsed(String output) throws Failure {
        try {
            var source = "the output of the plugin \"" + command.program() + "\"";
            return ExecCredential.parse(source, command.apiVersion(), output);
        } catch (IllegalArgumentException | ConfigException bad) {
            throw new Failure(0, "client_internal_error", command.place() + ": " + bad.getMessage(), bad);
        }
    }

    /// The ExecCredential of the request, as JSON in the environment.
    private String question() {
        var json = new StringBuilder("{\"kind\":\"ExecCredential\",\"apiVersion\":");
        JsonText.quote(json, command.apiVersion()).append(",\"spec\":{");
        if (command.wantsCluster()) {
            json.append("\"cluster\":{\"server\":");
            JsonText.quote(json, cluster.server());
            member(json, "tls-server-name", cluster.serverName());
            if (cluster.isInsecure()) {
                json.append(",\"insecure-skip-tls-verify\":true");
            }
            var authority = cluster.authority().getBytes(StandardCharsets.UTF_8);
            member(json, "certificate-authority-data", Base64.getEncoder().encodeToString(authority));
            member(json, "proxy-url", cluster.proxy());
            if (cluster.isUncompressed()) {
                json.append(",\"disable-compression\":true");
            }
            if (!cluster.config().isEmpty()) {
                json.append(",\"config\":").append(cluster.config());
            }
            json.append("},");
        }
        return json.append("\"interactive\":false}}").toString();
    }

    private static void member(StringBuilder json, String name, String value) {
        if (!value.isEmpty()) {
            JsonText.quote(json.append(','), name).append(':');
            JsonText.quote(json, value);
        }
    }

    /// Reads a stream in a thread of its own, so that neither pipe can fill up and stall the
    /// plugin.
    private static AtomicReference<String> drained(InputStream stream) {
        var text = new AtomicReference<>("");
        Thread.ofVirtual().start(() -> {
            try (stream) {
                var all = text(stream).strip();
                text.set(all.substring(Math.max(0, all.length() - LONGEST_ERROR_OUTPUT)));
            } catch (IOException | UncheckedIOException _) {
                // what the plugin said on its way out is all we lose
            }
        });
        return text;
    }

    private static String text(InputStream stream) {
        try {
            return new String(stream.readNBytes(LONGEST_OUTPUT), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
