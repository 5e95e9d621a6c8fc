package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;

/// How requests to the API server are sent.
public record RequestOptions(String contentType, float perSecond, int burst) {
    static final Flags<RequestOptions> FLAGS = Flags.section(GenericOptions.SECTION)
            .text(
                    "kube-api-content-type",
                    "application/vnd.kubernetes.protobuf",
                    "In which encoding to talk to the API server.")
            .rate("kube-api-qps", 20, "How many requests per second each client may send.")
            .count(
                    "kube-api-burst",
                    30,
                    "How many requests each client may send at once before --kube-api-qps" + " applies.")
            .into(RequestOptions::new);
}
