package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.registry.Review;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.authentication.v1.SelfSubjectReview;
import dev.kcm.model.authentication.v1.TokenReview;
import dev.kcm.model.authentication.v1.UserInfo;
import dev.kcm.model.authorization.v1.LocalSubjectAccessReview;
import dev.kcm.model.authorization.v1.NonResourceAttributes;
import dev.kcm.model.authorization.v1.NonResourceRule;
import dev.kcm.model.authorization.v1.ResourceAttributes;
import dev.kcm.model.authorization.v1.ResourceRule;
import dev.kcm.model.authorization.v1.SelfSubjectAccessReview;
import dev.kcm.model.authorization.v1.SelfSubjectRulesReview;
import dev.kcm.model.authorization.v1.SubjectAccessReview;
import dev.kcm.model.authorization.v1.SubjectAccessReviewSpec;
import dev.kcm.model.authorization.v1.SubjectAccessReviewStatus;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/// The review resources of authentication and authorization.
public final class Reviews {
    private static final String AUTHENTICATION = ".authentication.k8s.io";
    private static final String AUTHORIZATION = ".authorization.k8s.io";

    private final RbacAuthorizer authorizer;
    private final TokenAuthenticator tokens;
    private final Clock clock;

    public Reviews(RbacAuthorizer authorizer, TokenAuthenticator tokens, Clock clock) {
        this.authorizer = authorizer;
        this.clock = clock;
        this.tokens = tokens;
    }

    /// All of them, by qualified resource name.
    public Map<String, Review> reviews() {
        return Map.of(
                "tokenreviews" + AUTHENTICATION,
                (_, review) -> token((TokenReview) review),
                "selfsubjectreviews" + AUTHENTICATION,
                (caller, review) -> self(caller, (SelfSubjectReview) review),
                "selfsubjectaccessreviews" + AUTHORIZATION,
                (caller, review) -> access(caller, (SelfSubjectAccessReview) review),
                "subjectaccessreviews" + AUTHORIZATION,
                (_, review) -> access((SubjectAccessReview) review),
                "localsubjectaccessreviews" + AUTHORIZATION,
                (_, review) -> access((LocalSubjectAccessReview) review),
                "selfsubjectrulesreviews" + AUTHORIZATION,
                (caller, review) -> rules(caller, (SelfSubjectRulesReview) review));
    }

    private KubeObject token(TokenReview review) {
        if (review.spec().token().isEmpty()) {
            throw ApiErrors.badRequest("token is required for TokenReview in authentication");
        }
        var result = tokens.authenticate(review.spec().token(), review.spec().audiences());
        return switch (result) {
            case TokenAuthenticator.Result.Authenticated(var user, var audiences) ->
                review.withStatus(
                        status -> status.authenticated(true).user(user(user)).audiences(audiences));
            case TokenAuthenticator.Result.Rejected(var why) -> review.withStatus(status -> status.error(why));
        };
    }

    private KubeObject self(RequestUser caller, SelfSubjectReview review) {
        return review.toBuilder()
                .metadata(metadata -> metadata.creationTimestamp(clock.instant().truncatedTo(ChronoUnit.SECONDS)))
                .status(status -> status.userInfo(user(caller)))
                .build();
    }

    private static UserInfo user(RequestUser identity) {
        return UserInfo.builder()
                .username(identity.name())
                .uid(identity.uid())
                .groups(identity.groups())
                .extra(identity.extra())
                .build();
    }

    private KubeObject access(RequestUser caller, SelfSubjectAccessReview review) {
        var spec = review.spec();
        AccessReviewValidation.validateSelf(review.metadata(), spec.resourceAttributes(), spec.nonResourceAttributes());
        var access = access(spec.resourceAttributes(), spec.nonResourceAttributes());
        return review.withStatus(status(caller, access));
    }

    private KubeObject access(SubjectAccessReview review) {
        AccessReviewValidation.validate(review.metadata(), review.spec());
        return review.withStatus(status(review.spec()));
    }

    private KubeObject access(LocalSubjectAccessReview review) {
        AccessReviewValidation.validate(review);
        return review.withStatus(status(review.spec()));
    }

    private SubjectAccessReviewStatus status(SubjectAccessReviewSpec spec) {
        var subject = new RequestUser(spec.user(), spec.uid(), spec.groups(), spec.extra());
        return status(subject, access(spec.resourceAttributes(), spec.nonResourceAttributes()));
    }

    private SubjectAccessReviewStatus status(RequestUser subject, AccessAttributes access) {
        return SubjectAccessReviewStatus.builder()
                .allowed(authorizer.allows(subject, access))
                .build();
    }

    private static AccessAttributes access(
            Optional<ResourceAttributes> resource, Optional<NonResourceAttributes> path) {
        if (resource.isPresent()) {
            var attributes = resource.get();
            var name = attributes.subresource().isEmpty()
                    ? attributes.resource()
                    : attributes.resource() + "/" + attributes.subresource();
            return new AccessAttributes(
                    attributes.verb(), attributes.group(), name, attributes.namespace(), attributes.name(), "");
        }
        return path.map(attributes -> AccessAttributes.toPath(attributes.verb(), attributes.path()))
                .orElseThrow(() -> new IllegalStateException("a review that was validated asks something"));
    }

    private KubeObject rules(RequestUser caller, SelfSubjectRulesReview review) {
        var granted = authorizer.rules(caller, review.spec().namespace());
        return review.withStatus(status -> {
            for (var rule : granted) {
                if (rule.nonResourceURLs().isEmpty()) {
                    status.addResourceRules(ResourceRule.builder()
                            .verbs(rule.verbs())
                            .apiGroups(rule.apiGroups())
                            .resources(rule.resources())
                            .resourceNames(rule.resourceNames())
                            .build());
                } else {
                    status.addNonResourceRules(NonResourceRule.builder()
                            .verbs(rule.verbs())
                            .nonResourceURLs(rule.nonResourceURLs())
                            .build());
                }
            }
        });
    }
}
