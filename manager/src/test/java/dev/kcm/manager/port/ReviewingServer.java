package dev.kcm.manager.port;

import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.ListPosition;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.authentication.v1.TokenReview;
import dev.kcm.model.authorization.v1.SubjectAccessReview;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// An API server that only reviews: the token `good-NAME` is NAME's, and `reader` may get
/// `/metrics`.
final class ReviewingServer implements Transport {
    final List<String> questions = new ArrayList<>();
    Map<String, String> published = Map.of();
    boolean isDown;

    @Override
    public String host() {
        return "reviewing";
    }

    @Override
    public synchronized <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        if (isDown) {
            throw new ApiException(ApiFailure.notLeader());
        }
        KubeObject answer = switch (request.operation()) {
            case Operation.Create(var _, TokenReview review, var _) -> reviewed(review);
            case Operation.Create(var _, SubjectAccessReview review, var _) -> reviewed(review);
            case Operation.Get _ -> ConfigMap.builder().data(published).build();
            default -> throw new IllegalStateException("Unexpected " + request);
        };
        @SuppressWarnings("unchecked")
        var typed = (A) answer;
        return new Response<>(typed, 200, List.of(), 0, 0);
    }

    private TokenReview reviewed(TokenReview review) {
        var token = review.spec().token();
        questions.add("whose is " + token);
        return review.withStatus(status -> status.authenticated(token.startsWith("good-"))
                .user(user -> user.username(token.replace("good-", ""))));
    }

    private SubjectAccessReview reviewed(SubjectAccessReview review) {
        var wanted = review.spec().nonResourceAttributes().orElseThrow();
        var who = review.spec().user();
        questions.add("may %s of %s %s %s".formatted(who, review.spec().groups(), wanted.verb(), wanted.path()));
        boolean isAllowed = who.equals("reader")
                && wanted.path().equals("/metrics")
                && wanted.verb().equals("get");
        return review.withStatus(status -> status.allowed(isAllowed));
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
