package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.core.v1.Namespace;

/// Defaulting, validation and update rules of namespaces.
public final class NamespaceStrategy {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    public static final Strategy<Namespace> STRATEGY = Strategy.of(Namespace.NAMESPACES)
            .defaults(NamespaceStrategy::labelled)
            .spec(Part.of(Namespace::spec, Namespace::withSpec))
            .status(Part.of(Namespace::status, Namespace::withStatus))
            .nameRule(NameRules::dnsLabel)
            .onCreate(NamespaceStrategy::finalized)
            .initialStatus(it -> it.withStatus(status -> status.phase("Active")))
            .onUpdate((wanted, current) ->
                    wanted.withSpec(spec -> spec.finalizers(current.spec().finalizers())))
            .selectableField("status.phase", namespace -> namespace.status().phase())
            .returnsDeletedObject()
            .build();

    private NamespaceStrategy() {}

    private static Namespace labelled(Namespace namespace) {
        return namespace.name().isEmpty()
                ? namespace
                : namespace.withMetadata(metadata -> metadata.putLabels(NAME_LABEL, namespace.name()));
    }

    private static Namespace finalized(Namespace namespace) {
        var finalizers = namespace.spec().finalizers();
        return finalizers.contains("kubernetes")
                ? namespace
                : namespace.withSpec(spec -> spec.addFinalizers("kubernetes"));
    }
}
