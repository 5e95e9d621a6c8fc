package dev.kcm.controllers.identity.certificatesigning;

import dev.kcm.base.x509.SigningRequest;
import dev.kcm.controllers.shared.certificaterequests.CertificateRequests;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.certificates.v1.CertificateSigningRequestStatus;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/// Signs requests that were approved, for the signers whose keys we have. What a signer must not
/// sign fails for good; what cannot be signed now is tried again. Stateless, but for the keys.
public final class CertificateSigningRequestSigningController
        implements Reconciler<CertificateSigningRequestSigningController.Snapshot> {
    private static final int WORKERS_PER_SIGNER = 5;

    static final String NAME = "certificatesigningrequest-signing-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("csrsigning")
            .queue("certificate")
            .retries(CertificateRequests.RETRIES)
            .disabledWhen(CertificateSigningRequestSigningController::disabledReason)
            .reconciles(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)
            .workers(CertificateSigningRequestSigningController::workers)
            .writes("update certificatesigningrequests/status")
            .builtBy(settings -> new CertificateSigningRequestSigningController(
                    SigningAuthorities.of(settings.options().of(CertificateSigningOptions.FLAGS))));

    /// @param now when it was seen
    record Snapshot(CertificateSigningRequest request, Finding finding, Instant now) {}

    /// What there is to do about a request.
    sealed interface Finding {
        /// Nothing, at least not for us.
        record NotOurs(String why) implements Finding {}

        /// The signer must not sign this, ever.
        record Unfit(String problem) implements Finding {}

        /// It could not be signed this time.
        record Unsigned(String problem) implements Finding {}

        record Signed(Bytes certificate) implements Finding {}
    }

    private final SigningAuthorities authorities;

    CertificateSigningRequestSigningController(SigningAuthorities authorities) {
        this.authorities = authorities;
    }

    /// Signing happens here, since it takes keys and chance; what becomes of it is decided after.
    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS, key)
                .<Observation<Snapshot>>map(
                        request -> new Observation.Observed<>(new Snapshot(request, finding(request, now), now)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var request = snapshot.request();
        return switch (snapshot.finding()) {
            case Finding.NotOurs(var why) -> Plan.nothing(why);
            case Finding.Unfit(var problem) ->
                Plan.of("not for this signer: " + problem, failed(request, problem, snapshot.now()));
            case Finding.Unsigned(var problem) ->
                Plan.nothing("cannot be signed now: " + problem)
                        .wakingIn(CertificateRequests.untilNextTry(request, snapshot.now()));
            case Finding.Signed(var certificate) ->
                Plan.of("approved", status(request, it -> it.certificate(certificate)));
        };
    }

    /// Pure but for the signature.
    Finding finding(CertificateSigningRequest request, Instant now) {
        if (CertificateRequests.isIssued(request)) {
            return new Finding.NotOurs("it has its certificate");
        }
        if (!CertificateRequests.isApproved(request) || CertificateRequests.hasFailed(request)) {
            return new Finding.NotOurs("it is not approved, or has failed");
        }
        var signer = Signer.named(request.spec().signerName()).filter(authorities::has);
        if (signer.isEmpty()) {
            return new Finding.NotOurs("there is no key of " + request.spec().signerName());
        }
        return CertificateRequests.parsed(request)
                .map(asked -> finding(signer.get(), request, asked, now))
                .orElseGet(() -> new Finding.NotOurs("it cannot be read"));
    }

    private Finding finding(Signer signer, CertificateSigningRequest request, SigningRequest asked, Instant now) {
        var spec = request.spec();
        var problem = signer.problem(asked, spec.usages());
        if (problem.isPresent()) {
            return new Finding.Unfit(problem.get());
        }
        try {
            return new Finding.Signed(authorities.sign(signer, asked, spec.usages(), spec.expirationSeconds(), now));
        } catch (IllegalArgumentException unable) {
            return new Finding.Unsigned(String.valueOf(unable.getMessage()));
        }
    }

    private static Step failed(CertificateSigningRequest request, String problem, Instant now) {
        return status(
                request,
                status -> status.addConditions(it -> it.type(CertificateRequests.FAILED)
                        .status(CertificateRequests.TRUE)
                        .reason("SignerValidationFailure")
                        .message(problem)
                        .lastUpdateTime(now)));
    }

    private static Step status(
            CertificateSigningRequest request, Consumer<CertificateSigningRequestStatus.Builder> edit) {
        return Step.updateStatus(request.withStatus(edit), Step.Urgency.NOW);
    }

    /// As upstream, one of the two shared files alone counts for nothing.
    private static Optional<String> disabledReason(Settings.Options options) {
        if (signers(options) > 0) {
            return Optional.empty();
        }
        var shared = options.of(CertificateSigningOptions.FLAGS).shared();
        if (shared.isEmpty()) {
            return Optional.of("no --cluster-signing-*-file flags are given");
        }
        return Optional.of("--cluster-signing-%s-file is not given"
                .formatted(shared.keyFile().isEmpty() ? "key" : "cert"));
    }

    private static int workers(Settings.Options options) {
        return signers(options) * WORKERS_PER_SIGNER;
    }

    private static int signers(Settings.Options options) {
        var files = options.of(CertificateSigningOptions.FLAGS);
        return (int) Arrays.stream(Signer.values())
                .filter(signer -> signer.files(files).isComplete())
                .count();
    }
}
