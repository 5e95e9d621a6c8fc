package dev.kcm.controllers.identity.certificateapproving;

import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.controllers.shared.certificaterequests.CertificateRequests;
import dev.kcm.controllers.shared.certificaterequests.NodeCertificates;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.authorization.v1.SubjectAccessReview;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Approves requests for the client certificate of a node, if whoever asks may have one: for
/// itself, or for any node. The server is asked whether they may. What nobody may is asked again
/// later, as the roles may come after the request. Stateless.
public final class CertificateSigningRequestApprovingController
        implements Reconciler<CertificateSigningRequestApprovingController.Snapshot> {
    private static final String SIGNER = "kubernetes.io/kube-apiserver-client-kubelet";
    private static final int WORKERS = 5;

    public static final ControllerSpec SPEC = ControllerSpec.named("certificatesigningrequest-approving-controller")
            .alias("csrapproving")
            .queue("certificate")
            .retries(CertificateRequests.RETRIES)
            .reconciles(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)
            .workers(_ -> WORKERS)
            .writes("create subjectaccessreviews", "update certificatesigningrequests/approval")
            .builtBy(settings -> new CertificateSigningRequestApprovingController(settings.live()));

    /// Ways to be approved, the narrower first, by the subresource that stands for the permission.
    enum Way {
        OWN_NODE("selfnodeclient", "Auto approving self kubelet client certificate after SubjectAccessReview."),
        ANY_NODE("nodeclient", "Auto approving kubelet client certificate after SubjectAccessReview.");

        private final String permission;
        private final String message;

        Way(String permission, String message) {
            this.permission = permission;
            this.message = message;
        }
    }

    /// @param tried the ways that fit the request
    /// @param granted the first of them that the server grants
    record Snapshot(CertificateSigningRequest request, List<Way> tried, Optional<Way> granted, Instant now) {}

    private final LiveReads live;

    CertificateSigningRequestApprovingController(LiveReads live) {
        this.live = live;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS, key)
                .<Observation<Snapshot>>map(request -> new Observation.Observed<>(snapshot(request, now)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.granted().isPresent()) {
            return Plan.of(
                    "may be had",
                    approval(snapshot.request(), snapshot.granted().get()));
        }
        return snapshot.tried().isEmpty()
                ? Plan.nothing("not one we approve, or decided already")
                : Plan.nothing("for a node, but whoever asks may not")
                        .wakingIn(CertificateRequests.untilNextTry(snapshot.request(), snapshot.now()));
    }

    private Snapshot snapshot(CertificateSigningRequest request, Instant now) {
        var ways = ways(request);
        return new Snapshot(
                request,
                ways,
                ways.stream().filter(way -> isGranted(request, way)).findFirst(),
                now);
    }

    /// The ways to approve it that fit; none for what is not for a node, or decided.
    static List<Way> ways(CertificateSigningRequest request) {
        if (CertificateRequests.isIssued(request)
                || CertificateRequests.has(request, CertificateRequests.APPROVED)
                || CertificateRequests.has(request, CertificateRequests.DENIED)
                || !request.spec().signerName().equals(SIGNER)) {
            return List.of();
        }
        return CertificateRequests.parsed(request)
                .filter(asked -> NodeCertificates.clientProblem(
                                asked, request.spec().usages())
                        .isEmpty())
                .map(asked -> ways(request, asked))
                .orElse(List.of());
    }

    private static List<Way> ways(CertificateSigningRequest request, SigningRequest asked) {
        return Subject.of(asked.subject()).commonName().equals(request.spec().username())
                ? List.of(Way.OWN_NODE, Way.ANY_NODE)
                : List.of(Way.ANY_NODE);
    }

    private boolean isGranted(CertificateSigningRequest request, Way way) {
        var asker = request.spec();
        var question = SubjectAccessReview.builder()
                .spec(spec -> spec.user(asker.username())
                        .uid(asker.uid())
                        .groups(asker.groups())
                        .extra(asker.extra())
                        .resourceAttributes(it -> it.group("certificates.k8s.io")
                                .resource("certificatesigningrequests")
                                .verb("create")
                                .subresource(way.permission)
                                .version("*")))
                .build();
        return live.review(SubjectAccessReview.SUBJECT_ACCESS_REVIEWS, question)
                .status()
                .allowed();
    }

    private static Step approval(CertificateSigningRequest request, Way way) {
        return Step.updateSubresource(
                request.withStatus(status -> status.addConditions(it -> it.type(CertificateRequests.APPROVED)
                        .status(CertificateRequests.TRUE)
                        .reason("AutoApproved")
                        .message(way.message))),
                "approval");
    }
}
