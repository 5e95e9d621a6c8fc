package dev.kcm.cluster;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.auth.Access;
import dev.kcm.apiserver.auth.Authentication;
import dev.kcm.model.failure.ApiException;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;

import java.io.IOException;

/// `GET /kcm/why?kind=KIND&namespace=NAMESPACE&name=NAME`: an explanation as text, for those who
/// may read the path.
record WhyPage(ApiServer server, Authentication authentication, Explanation explanation)
        implements Handler {
    private static final String PATH = "/kcm/why";
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;

    static boolean covers(Exchange exchange) {
        return exchange.path().equals(PATH);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        var caller =
                authentication.identify(
                        exchange.peerCertificates(), exchange.header("Authorization"));
        if (caller.isEmpty() || !server.allows(caller.get(), Access.toPath("get", PATH))) {
            exchange.respondText(FORBIDDEN, "you may not ask here\n");
            return;
        }
        try {
            exchange.respondText(
                    OK,
                    explanation.of(
                            parameter(exchange, "kind"),
                            parameter(exchange, "namespace"),
                            parameter(exchange, "name")));
        } catch (ApiException refused) {
            exchange.respondText(refused.failure().code(), refused.getMessage() + "\n");
        }
    }

    private static String parameter(Exchange exchange, String name) {
        return exchange.query().first(name).orElse("");
    }
}
