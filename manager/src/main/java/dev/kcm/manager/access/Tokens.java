package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.model.authentication.v1.TokenReview;
import dev.kcm.model.failure.ApiException;
import dev.kcm.serving.Exchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Bearer tokens, checked by TokenReviews. Results are cached for a while, also that
/// a token is invalid; failed reviews are not. Tokens themselves are never kept.
final class Tokens implements Authenticator {
    private final Client client;
    private final Duration holds;
    private final ExpiringCache<String, Optional<Caller>> known;

    Tokens(Client client, Duration holds, Clock clock) {
        this.client = client;
        this.holds = holds;
        this.known = new ExpiringCache<>(clock);
    }

    @Override
    public Optional<Caller> caller(Exchange exchange) throws NotAuthenticatedException {
        var token = token(exchange.header("Authorization").orElse(""));
        if (token.isEmpty()) {
            return Optional.empty();
        }
        var key = digest(token.get());
        var remembered = known.find(key);
        var caller = remembered.isPresent() ? remembered.get() : review(key, token.get());
        if (caller.isEmpty()) {
            throw new NotAuthenticatedException("invalid bearer token");
        }
        return caller;
    }

    private Optional<Caller> review(String key, String token) throws NotAuthenticatedException {
        try {
            var review = TokenReview.builder().spec(spec -> spec.token(token)).build();
            var status = client.on(TokenReview.TOKEN_REVIEWS).create(review).status();
            var caller = status.authenticated() ? Optional.of(caller(status.user())) : Optional.<Caller>empty();
            known.keep(key, caller, holds);
            return caller;
        } catch (ApiException failed) {
            throw new NotAuthenticatedException("the token could not be reviewed: " + failed.getMessage());
        }
    }

    private static Caller caller(dev.kcm.model.authentication.v1.UserInfo user) {
        return new Caller(user.username(), user.uid(), user.groups(), user.extra());
    }

    private static Optional<String> token(String header) {
        var parts = List.of(header.strip().split(" ", 3));
        boolean isBearer = parts.size() >= 2 && parts.getFirst().equalsIgnoreCase("bearer");
        return isBearer ? Optional.of(parts.get(1)).filter(token -> !token.isEmpty()) : Optional.empty();
    }

    private static String digest(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JVM has SHA-256", impossible);
        }
    }
}
