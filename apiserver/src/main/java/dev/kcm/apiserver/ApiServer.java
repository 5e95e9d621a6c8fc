package dev.kcm.apiserver;

import dev.kcm.apiserver.admission.AdmissionChain;
import dev.kcm.apiserver.admission.CertificateConditions;
import dev.kcm.apiserver.admission.CertificateRequester;
import dev.kcm.apiserver.admission.CertificateSubjectRestriction;
import dev.kcm.apiserver.admission.DefaultStorageClass;
import dev.kcm.apiserver.admission.DefaultTolerationSeconds;
import dev.kcm.apiserver.admission.DeviceTaintTimes;
import dev.kcm.apiserver.admission.NamespaceLifecycle;
import dev.kcm.apiserver.admission.PodPriority;
import dev.kcm.apiserver.admission.PodServiceAccount;
import dev.kcm.apiserver.admission.PodTopologyLabels;
import dev.kcm.apiserver.admission.ServiceAddresses;
import dev.kcm.apiserver.admission.StorageObjectInUseProtection;
import dev.kcm.apiserver.admission.VolumePhaseTimes;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.OwnerReferencesPermissionEnforcement;
import dev.kcm.apiserver.auth.RbacAuthorizer;
import dev.kcm.apiserver.auth.RequestAuthentication;
import dev.kcm.apiserver.auth.Reviews;
import dev.kcm.apiserver.auth.ServiceAccountTokens;
import dev.kcm.apiserver.auth.TokenAuthenticator;
import dev.kcm.apiserver.http.ApiHandler;
import dev.kcm.apiserver.http.Callers;
import dev.kcm.apiserver.http.InternalDocuments;
import dev.kcm.apiserver.http.OperationHandler;
import dev.kcm.apiserver.http.RequestLimits;
import dev.kcm.apiserver.registry.EventExpiry;
import dev.kcm.apiserver.registry.Registry;
import dev.kcm.apiserver.registry.WriteChecks;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.restriction.CertificateSignerPermission;
import dev.kcm.apiserver.restriction.NodeRestriction;
import dev.kcm.apiserver.restriction.RoleEscalation;
import dev.kcm.apiserver.store.StoreUnavailableException;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.usage.MetricsApis;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.serving.Handler;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The API server of an embedded cluster. Both transports end in [#handle]: HTTP through
/// [#handler], and the one inside the process, which hands the objects over as they are.
public final class ApiServer implements OperationHandler, AutoCloseable {
    /// What a server is made of.
    ///
    /// @param random for names, uids and addresses; must be safe for many threads
    /// @param tokenKeys sign and verify the tokens of service accounts
    public record Parts(VersionedStore store, Clock clock, RandomGenerator random, KeyPair tokenKeys) {}

    private final Parts parts;
    private final RbacAuthorizer authorizer;
    private final ServiceAccountTokens tokens;
    private final TokenAuthenticator authenticator;
    private final Registry registry;
    private final Registry served;
    private final MetricsApis metrics;
    private final InternalDocuments documents;
    private final EventExpiry eventExpiry;

    private ApiServer(Parts parts) {
        var store = parts.store();
        this.parts = parts;
        this.authorizer = new RbacAuthorizer(store);
        this.tokens = new ServiceAccountTokens(store, parts.clock(), parts.random(), parts.tokenKeys());
        this.authenticator =
                new TokenAuthenticator(store, parts.clock(), parts.tokenKeys().getPublic());
        var admission = new AdmissionChain(List.of(
                new NamespaceLifecycle(store),
                new PodServiceAccount(store, parts.random()),
                new NodeRestriction(store, authorizer),
                new PodPriority(store),
                new DefaultTolerationSeconds(),
                new DefaultStorageClass(store),
                new StorageObjectInUseProtection(),
                new VolumePhaseTimes(parts.clock()),
                new PodTopologyLabels(store),
                new DeviceTaintTimes(parts.clock()),
                new CertificateRequester(),
                new CertificateConditions(parts.clock()),
                new CertificateSignerPermission(authorizer),
                new CertificateSubjectRestriction(),
                new OwnerReferencesPermissionEnforcement(authorizer),
                new ServiceAddresses(store, parts.random()),
                new RoleEscalation(authorizer)));
        var registered = new Registry.Parts(
                store,
                parts.clock(),
                parts.random(),
                admission,
                tokens,
                new Reviews(authorizer, authenticator, parts.clock()).reviews(),
                new WriteChecks(this::requireCreate, false),
                false);
        this.registry = new Registry(registered);
        this.served = new Registry(registered.served(new WriteChecks(this::requireCreate, true)));
        this.metrics = new MetricsApis(registry, store, parts.clock());
        this.documents = new InternalDocuments(this);
        this.eventExpiry = new EventExpiry(store, parts.clock());
    }

    /// A server over a store, with what every cluster has from the start in it.
    public static ApiServer start(Parts parts) throws InterruptedException {
        var server = new ApiServer(parts);
        new Bootstrap(parts.store(), server.registry).run();
        server.eventExpiry.start();
        return server;
    }

    /// Authorizes and executes a request from inside the process.
    ///
    /// @throws dev.kcm.model.failure.ApiException if it is denied or fails
    public ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException {
        authorize(caller, AccessAttributes.of(call), call.target());
        return handled(registry, caller, call);
    }

    private ApiResponse handled(Registry registry, RequestUser caller, Operation call) throws InterruptedException {
        try {
            return MetricsApis.covers(call.target().resource())
                    ? metrics.handle(caller, call)
                    : registry.handle(caller, call);
        } catch (StoreUnavailableException unavailable) {
            throw ApiErrors.storageFailed(ApiErrors.said(unavailable));
        }
    }

    @Override
    public Optional<String> unhealthyReason() {
        return parts.store().unhealthyReason();
    }

    private void authorize(RequestUser caller, AccessAttributes access, Target target) {
        if (!authorizer.allows(caller, access)) {
            throw access.denied(target, caller);
        }
    }

    private void requireCreate(RequestUser caller, Target target) {
        authorize(caller, AccessAttributes.to("create", target), target);
    }

    /// Executes a request from outside, which HTTP has authorized before it read the body.
    @Override
    public ApiResponse execute(RequestUser caller, Operation call) throws InterruptedException {
        return handled(served, caller, call);
    }

    @Override
    public boolean allows(RequestUser caller, AccessAttributes access) {
        return authorizer.allows(caller, access);
    }

    /// The documents for callers inside the process.
    public InternalDocuments documents() {
        return documents;
    }

    @Override
    public List<Resource<?>> measuredResources(String group, String version) {
        return metrics.resources(group, version);
    }

    @Override
    public long revision() {
        return parts.store().revision();
    }

    @Override
    public Instant now() {
        return parts.clock().instant();
    }

    public VersionedStore store() {
        return parts.store();
    }

    /// The tokens of service accounts, for callers inside the process.
    public ServiceAccountTokens tokens() {
        return tokens;
    }

    /// Finds out who sent a request; clients with a certificate of these authorities are authenticated by it.
    public Callers callers(TrustedAuthorities authorities) {
        return new Callers(this, new RequestAuthentication(authorities, authenticator, parts.clock()));
    }

    /// Serves HTTP; clients with a certificate of these authorities are authenticated by it.
    public Handler handler(TrustedAuthorities authorities) {
        return new ApiHandler(this, callers(authorities), RequestLimits.DEFAULT, Clock.system(), parts.random());
    }

    @Override
    public void close() {
        eventExpiry.close();
        parts.store().close();
    }
}
