package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How callers of the HTTPS port prove who they are.
public record AuthenticationOptions(
        String kubeconfig,
        Duration cacheTtl,
        boolean skipLookup,
        boolean tolerateLookupFailure,
        String clientCaFile,
        RequestHeaderOptions requestHeader) {
    static final String SECTION = "authentication";

    public static final Flags<AuthenticationOptions> FLAGS = Flags.section(SECTION)
            .text(
                    "authentication-kubeconfig",
                    "",
                    "Kubeconfig of an identity that may create tokenreviews. Without it"
                            + " bearer tokens prove nothing and no client CA is looked up in"
                            + " the cluster.")
            .duration(
                    "authentication-token-webhook-cache-ttl",
                    Duration.ofSeconds(10),
                    "How long the API server's answer about a token is remembered.")
            .bool("authentication-skip-lookup", false, "Do not look up missing authentication settings in the cluster.")
            .bool(
                    "authentication-tolerate-lookup-failure",
                    false,
                    "Start even when those settings cannot be looked up; every caller may" + " then be anonymous.")
            .text(
                    "client-ca-file",
                    "",
                    "File with the CA certificates of client certificates; a caller with"
                            + " one is who its common name says.")
            .group(RequestHeaderOptions.FLAGS)
            .into(AuthenticationOptions::new);

    /// Who a front proxy with a certificate of its own says the caller is.
    public record RequestHeaderOptions(
            List<String> usernameHeaders,
            List<String> uidHeaders,
            List<String> groupHeaders,
            List<String> extraPrefixes,
            String clientCaFile,
            List<String> allowedNames) {
        static final Flags<RequestHeaderOptions> FLAGS = Flags.section(SECTION)
                .list(
                        "requestheader-username-headers",
                        List.of("x-remote-user"),
                        "Headers to look for the user name in.")
                .list(
                        "requestheader-uid-headers",
                        List.of(),
                        "Headers to look for the user's uid in; needs the" + " RemoteRequestHeaderUID feature.")
                .list("requestheader-group-headers", List.of("x-remote-group"), "Headers to look for groups in.")
                .list(
                        "requestheader-extra-headers-prefix",
                        List.of("x-remote-extra-"),
                        "What headers with further attributes start with.")
                .text(
                        "requestheader-client-ca-file",
                        "",
                        "File with the CA certificates of proxies whose headers are"
                                + " trusted. Do not rely on authorization having been done"
                                + " before the proxy.")
                .list(
                        "requestheader-allowed-names",
                        List.of(),
                        "Common names a trusted proxy's certificate may have; empty for any"
                                + " that --requestheader-client-ca-file signed.")
                .into(RequestHeaderOptions::new)
                .checkedBy(RequestHeaderOptions::problems);

        private List<String> problems() {
            var problems = new ArrayList<String>();
            var lists = Map.of(
                    "requestheader-username-headers", usernameHeaders,
                    "requestheader-uid-headers", uidHeaders,
                    "requestheader-group-headers", groupHeaders,
                    "requestheader-extra-headers-prefix", extraPrefixes,
                    "requestheader-allowed-names", allowedNames);
            lists.forEach((flag, values) -> {
                if (values.stream().anyMatch(String::isBlank)) {
                    problems.add("--%s holds an empty value".formatted(flag));
                }
            });
            boolean lacksUid = uidHeaders.stream().noneMatch("X-Remote-Uid"::equalsIgnoreCase);
            if (!uidHeaders.isEmpty() && lacksUid) {
                problems.add("--requestheader-uid-headers must name X-Remote-Uid too, or API aggregation"
                        + " does not work");
            }
            return problems.stream().sorted().toList();
        }
    }
}
