package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.RequestAuthentication;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.serving.Exchange;

/// Finds out whom a request counts as: who sent it, or whom the sender may impersonate.
public final class Callers {
    private final RequestAuthentication authentication;
    private final ImpersonationFilter impersonation;

    public Callers(OperationHandler server, RequestAuthentication authentication) {
        this.authentication = authentication;
        this.impersonation = new ImpersonationFilter(server);
    }

    /// @throws dev.kcm.model.failure.ApiException if the credentials are wrong, or the sender may not impersonate
    public RequestUser of(Exchange exchange) {
        var authenticated = authentication
                .identify(exchange.peerCertificates(), exchange.header("Authorization"))
                .orElseThrow(ApiErrors::unauthorized);
        return impersonation.effective(exchange, authenticated);
    }
}
