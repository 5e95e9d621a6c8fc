package dev.kcm.testing.chaos;

import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.testing.scenario.ObjectBuilder;
import dev.kcm.testing.scenario.Scenario;

/// Where users act: a namespace of any cluster.
record Playground(Scenario scenario, Webhooks webhooks) {

    /// How a webhook that cannot be reached is made there.
    interface Webhooks {
        /// @param verb `create`, `update` or `delete`
        void breakFor(String verb, Resource<?> resource);

        void mend();
    }

    /// Does what the action says, if that is possible; says what became of it.
    String perform(UserAction action) {
        try {
            action.perform(this);
            return action.toString();
        } catch (ApiException refused) {
            return "%s (refused: %s)".formatted(action, refused.failure().message());
        }
    }

    Client client() {
        return scenario.client();
    }

    String namespace() {
        return scenario.namespace();
    }

    ObjectKey key(String name) {
        return ObjectKey.of(namespace(), name);
    }

    /// The name of a namespace beside the first, which no other run on the cluster has.
    String sideNamespace(String name) {
        return namespace() + "-" + name;
    }

    void create(ObjectBuilder<?, ?> object) {
        var _ = scenario.given(object);
    }

    void breakWebhook(String verb, Resource<?> resource) {
        webhooks.breakFor(verb, resource);
    }

    void mendWebhooks() {
        webhooks.mend();
    }
}
