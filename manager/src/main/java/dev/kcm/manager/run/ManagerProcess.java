package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.InCluster;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.manager.access.Access;
import dev.kcm.manager.access.ReviewerConfig;
import dev.kcm.manager.gates.GateMetrics;
import dev.kcm.manager.options.AuthenticationOptions;
import dev.kcm.manager.options.AuthorizationOptions;
import dev.kcm.manager.options.CloudOptions;
import dev.kcm.manager.options.ConnectionOptions;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.LeaderMigrationOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.SecureServingOptions;
import dev.kcm.manager.options.ShadowOptions;
import dev.kcm.manager.port.ExplainedController;
import dev.kcm.manager.port.ManagerPages;
import dev.kcm.manager.port.SecurePort;
import dev.kcm.serving.health.HealthCheck;
import dev.kcm.serving.metrics.JvmMetrics;
import dev.kcm.serving.metrics.ProcessMetrics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// A manager as its options describe it: connections, HTTPS port, leadership. Closing it ends them
/// in the order that loses nothing: controllers, lease, port, connections.
public final class ManagerProcess implements AutoCloseable {
    private static final Log log = Log.of(ManagerProcess.class);
    private static final Duration REVIEW_TIMEOUT = Duration.ofSeconds(10);
    private static final int REVIEWS_PER_SECOND = 200;
    private static final int REVIEWS_AT_ONCE = 400;

    private final ManagerOptions options;
    private final Clock clock;
    private final Runnable giveUp;
    private final Metrics metrics = new Metrics();
    private final CredentialSources sources;
    private final CurrentTerm term = new CurrentTerm();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ManagerPages pages;
    private final Leadership leadership;
    private final Optional<SecurePort> port;

    private ManagerProcess(ManagerOptions options, Clock clock, Runnable giveUp) {
        this.options = options;
        this.clock = clock;
        this.giveUp = giveUp;
        GateMetrics.register(metrics, options.gateDecision());
        BuildMetrics.register(metrics);
        this.sources = new CredentialSources(clock, metrics, System.getenv());
        ProcessMetrics.register(metrics);
        JvmMetrics.register(metrics);
        var migration = options.of(LeaderMigrationOptions.FLAGS).migration();
        this.pages = new ManagerPages(options, migration, metrics, clock, term::explained);
        this.leadership = new Leadership(options, migration, opened(connections()), metrics, clock, new TermPages());
        leadership.warmUp(); // the port takes a while to open, too
        this.port = port();
        opened.push(leadership);
    }

    /// Begins to fill caches and binds the port; takes part in no election and writes nothing yet.
    ///
    /// @param giveUp called when controllers cannot be brought to rest, and should end the process
    /// @throws ConfigException when files or addresses cannot be used
    public static ManagerProcess of(ManagerOptions options, Clock clock, Runnable giveUp) {
        return new ManagerProcess(options, clock, giveUp);
    }

    public void start() {
        if (leadership.isElected()) {
            pages.add(HealthCheck.of("leaderElection", leadership::unhealthyReason));
        }
        leadership
                .candidateUnhealthyReason()
                .ifPresent(unhealthyReason -> pages.add(HealthCheck.of("informer-sync", unhealthyReason::get)));
        port.ifPresent(bound -> Thread.ofPlatform().name("port").start(() -> serve(bound)));
        leadership.start();
    }

    /// Beside the election, which has nothing to wait for here: the port is ours.
    private void serve(SecurePort bound) {
        try {
            bound.serve();
            log.info("Serving securely", "address", bound.address());
        } catch (RuntimeException failed) {
            log.error(failed, "Failed to serve the secure port", "address", bound.address());
            giveUp.run();
        }
    }

    /// Everything it counts and times.
    public Metrics metrics() {
        return metrics;
    }

    /// The controllers that run now, by name.
    public List<String> running() {
        return term.explained().stream()
                .filter(ExplainedController::isRunning)
                .map(ExplainedController::name)
                .toList();
    }

    /// Ends what others wait for: controllers finish, events are written, leases are given up. Port
    /// and connections are left to the end of the process, which is quicker.
    void finish() {
        leadership.close();
    }

    @Override
    public void close() {
        for (var resource : opened) {
            try {
                resource.close();
            } catch (Exception failed) {
                log.error(failed, "Failed to close a resource");
            }
        }
    }

    private <R extends AutoCloseable> R opened(R resource) {
        opened.push(resource);
        return resource;
    }

    private Connections connections() {
        var connection = options.of(ConnectionOptions.FLAGS);
        var config = Configs.fromFlags(connection.kubeconfig(), connection.master(), sources);
        var requests = options.of(GenericOptions.FLAGS).requests();
        var settings = ClientSettings.usual().withRate(requests.perSecond(), requests.burst());
        // Accounts of their own would have to be created, and a shadow writes nothing.
        return options.of(CloudOptions.FLAGS).serviceAccountCredentials()
                        && !options.of(ShadowOptions.FLAGS).shadow()
                ? Connections.perController(config, settings, clock, metrics)
                : Connections.shared(config, settings, clock, metrics);
    }

    private Optional<SecurePort> port() {
        var serving = options.of(SecureServingOptions.FLAGS);
        if (serving.listen().port() == 0) {
            return Optional.empty();
        }
        var reviewers = new Access.Reviewers(
                reviewer(options.of(AuthenticationOptions.FLAGS).kubeconfig(), "authentication"),
                reviewer(options.of(AuthorizationOptions.FLAGS).kubeconfig(), "authorization"));
        var access = opened(Access.of(options, reviewers, clock, metrics));
        return Optional.of(opened(SecurePort.open(serving, access, pages, clock)));
    }

    /// A client for reviews of callers; with a short timeout, since callers wait.
    private Optional<Client> reviewer(String kubeconfig, String purpose) {
        var settings = ClientSettings.usual()
                .withRate(REVIEWS_PER_SECOND, REVIEWS_AT_ONCE)
                .withTimeout(REVIEW_TIMEOUT);
        return ReviewerConfig.of(kubeconfig, purpose, sources, InCluster::config)
                .map(config -> opened(RemoteServer.at(config, clock)))
                .map(server -> server.client(Connections.userAgent(), settings, metrics));
    }

    /// Shows the controllers of a term in health and explain.
    private final class TermPages implements LeaderTermListener {
        @Override
        public void began(List<SupervisedController> controllers) {
            term.began(controllers);
            controllers.forEach(
                    controller -> pages.add(HealthCheck.of(controller.name(), controller::unhealthyReason)));
        }

        @Override
        public void ended(List<SupervisedController> controllers) {
            term.ended(controllers);
            controllers.forEach(controller -> pages.removeHealthCheck(controller.name()));
        }

        @Override
        public void outlived(List<String> controllers) {
            giveUp.run();
        }
    }
}
