package dev.kcm.manager.access;

import dev.kcm.serving.Exchange;
import java.util.Optional;

/// One way to authenticate.
@FunctionalInterface
interface Authenticator {
    /// Empty when the request does not use this way.
    Optional<Caller> caller(Exchange exchange) throws NotAuthenticatedException;
}
