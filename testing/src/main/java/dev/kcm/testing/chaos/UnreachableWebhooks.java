package dev.kcm.testing.chaos;

import dev.kcm.client.DeleteOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import dev.kcm.testing.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Webhooks of a real API server that nobody answers, for the scenario's namespace.
final class UnreachableWebhooks implements Playground.Webhooks, AutoCloseable {
    /// Nothing listens there: the server learns so at once.
    private static final String NOWHERE = "https://127.0.0.1:1/";

    private final Scenario scenario;
    private final List<String> broken = new ArrayList<>();

    UnreachableWebhooks(Scenario scenario) {
        this.scenario = scenario;
    }

    @Override
    public void breakFor(String verb, Resource<?> resource) {
        var name = "%s-%s-%s".formatted(scenario.namespace(), verb, resource.plural());
        var _ = scenario.client()
                .on(ValidatingWebhookConfiguration.VALIDATING_WEBHOOK_CONFIGURATIONS)
                .create(ValidatingWebhookConfiguration.builder()
                        .metadata(it -> it.name(name))
                        .addWebhooks(hook -> hook.name("unreachable.kcm.dev")
                                .clientConfig(it -> it.url(NOWHERE))
                                .addRules(rule -> rule.addOperations(verb.toUpperCase(Locale.ROOT))
                                        .addApiGroups(resource.group())
                                        .addApiVersions(resource.version())
                                        .addResources(resource.plural()))
                                .namespaceSelector(
                                        it -> it.putMatchLabels("kubernetes.io/metadata.name", scenario.namespace()))
                                .failurePolicy("Fail")
                                .sideEffects("None")
                                .timeoutSeconds(1)
                                .addAdmissionReviewVersions("v1"))
                        .build());
        broken.add(name);
    }

    @Override
    public void mend() {
        broken.forEach(name -> scenario.client()
                .on(ValidatingWebhookConfiguration.VALIDATING_WEBHOOK_CONFIGURATIONS)
                .delete(ObjectKey.of("", name), DeleteOptions.plain()));
        broken.clear();
    }

    @Override
    public void close() {
        mend();
    }
}
