package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

import dev.kcm.controllers.shared.serviceaccounttokens.TokenSecrets;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Does away with tokens in secrets that were made for accounts without anybody asking and that
/// nobody has used for a long time: first they are marked invalid, which anybody can undo by taking
/// the mark away; those marked for as long again are deleted.
///
/// The server notes the day of use on the secret, and since when it does so in a ConfigMap. Before
/// it has done so for long enough, nothing can be said about any token.
public final class LegacyServiceAccountTokenCleanerController
        implements Sweep<LegacyServiceAccountTokenCleanerController.Snapshot> {
    private static final Duration PERIOD = Duration.ofHours(24);
    private static final Index<LeanPod> PODS_BY_NAMESPACE = Index.byNamespace(LeanPod.PODS);
    private static final ObjectKey TRACKING = ObjectKey.of(TrackingConfigMap.NAMESPACE, TrackingConfigMap.NAME);

    static final String NAME = "legacy-serviceaccount-token-cleaner-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("legacy-service-account-token-cleaner")
            .reads(Secret.SECRETS)
            .reads(ServiceAccount.SERVICE_ACCOUNTS)
            .indexes(PODS_BY_NAMESPACE)
            .writes("patch secrets", "delete secrets")
            .sweptBy(settings -> new LegacyServiceAccountTokenCleanerController(
                    settings.options().of(LegacyTokenCleanerOptions.FLAGS).cleanUpPeriod(), settings.live()));

    /// @param trackedSince the first full day on which the server lastUsed uses; empty when it does
    ///   not say
    /// @param candidates tokens of the right age, with what is known about their use
    record Snapshot(Optional<Instant> trackedSince, List<Candidate> candidates, Instant now) {}

    /// @param isListed whether its account lists it, as accounts list what was made for them
    ///   unasked
    record Candidate(Secret secret, boolean isListed, boolean isMounted) {}

    private final Duration unusedFor;
    private final LiveReads live;

    LegacyServiceAccountTokenCleanerController(Duration unusedFor, LiveReads live) {
        if (!unusedFor.isPositive()) {
            throw new IllegalArgumentException(
                    "--legacy-service-account-token-clean-up-period must be positive, not " + unusedFor);
        }
        this.unusedFor = unusedFor;
        this.live = live;
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public Snapshot observe(Caches caches, Instant now) {
        var since =
                live.get(ConfigMap.CONFIG_MAPS, TRACKING).flatMap(LegacyServiceAccountTokenCleanerController::since);
        if (since.isEmpty() || now.isBefore(since.get().plus(unusedFor))) {
            return new Snapshot(since, List.of(), now);
        }
        var candidates = caches.of(Secret.SECRETS).all().stream()
                .filter(secret -> isOldToken(secret, now))
                .map(secret -> candidate(secret, caches))
                .toList();
        return new Snapshot(since, candidates, now);
    }

    @Override
    public List<Plan> decide(Snapshot snapshot) {
        return snapshot.candidates().stream()
                .filter(candidate -> candidate.isListed() && !candidate.isMounted())
                .filter(candidate -> isUnused(candidate.secret(), snapshot.now()))
                .flatMap(candidate -> cleaned(candidate.secret(), snapshot.now()))
                .toList();
    }

    private Stream<Plan> cleaned(Secret secret, Instant now) {
        var marked = day(secret.labels().getOrDefault(Labels.INVALID_SINCE, ""));
        if (marked.isEmpty()) {
            var patch = Json.object(
                    "metadata",
                    Json.object()
                            .with("uid", secret.uid())
                            .with(
                                    "labels",
                                    Json.object()
                                            .with(
                                                    Labels.INVALID_SINCE,
                                                    dayOf(now).toString())));
            return Stream.of(Plan.of(
                    "not used for " + unusedFor + ", marked invalid",
                    Step.patch(Secret.SECRETS, secret.key(), PatchType.MERGE, patch)));
        }
        if (!marked.get().isBefore(lastDayKept(now))) {
            return Stream.empty();
        }
        return Stream.of(Plan.of(
                "invalid since " + marked.get(),
                Step.delete(Secret.SECRETS, secret.key(), secret.uid()).unlessChangedSince(secret.resourceVersion())));
    }

    private boolean isOldToken(Secret secret, Instant now) {
        return secret.type().equals(TokenSecrets.TYPE)
                && !secret.isDeleting()
                && secret.metadata()
                        .creationTimestamp()
                        .filter(created -> created.isBefore(now.minus(unusedFor)))
                        .isPresent();
    }

    /// A day that cannot be read proves no use, and no disuse either.
    private boolean isUnused(Secret secret, Instant now) {
        var lastUsed = secret.labels().get(Labels.LAST_USED);
        return lastUsed == null
                || day(lastUsed).filter(used -> used.isBefore(lastDayKept(now))).isPresent();
    }

    private LocalDate lastDayKept(Instant now) {
        return dayOf(now.minus(unusedFor));
    }

    private static Candidate candidate(Secret secret, Caches caches) {
        boolean isListed = account(secret, caches).stream()
                .flatMap(account -> account.secrets().stream())
                .anyMatch(listed -> listed.name().equals(secret.name()));
        boolean isMounted = isListed
                && caches.of(LeanPod.PODS).byIndex(PODS_BY_NAMESPACE, secret.namespace()).stream()
                        .flatMap(MountedSecrets::of)
                        .anyMatch(secret.name()::equals);
        return new Candidate(secret, isListed, isMounted);
    }

    private static Optional<ServiceAccount> account(Secret secret, Caches caches) {
        var name = secret.annotations().getOrDefault(TokenSecrets.ACCOUNT_NAME, "");
        var uid = secret.annotations().getOrDefault(TokenSecrets.ACCOUNT_UID, "");
        return caches.find(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(secret.namespace(), name))
                .filter(account -> uid.isEmpty() || uid.equals(account.uid()));
    }

    /// The start of the day after the one lastUsed: it was lastUsed some time during that day.
    private static Optional<Instant> since(ConfigMap tracking) {
        return day(tracking.data().getOrDefault(TrackingConfigMap.SINCE, ""))
                .map(day -> day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    private static LocalDate dayOf(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    private static Optional<LocalDate> day(String text) {
        try {
            return Optional.of(LocalDate.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
