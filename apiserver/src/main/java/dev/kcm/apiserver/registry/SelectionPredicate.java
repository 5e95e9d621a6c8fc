package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.conversion.EventConversion;
import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.lookup.Strategies;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/// Whether a stored object belongs to a list, watch or delete of a collection.
final class SelectionPredicate implements Predicate<KubeObject> {
    private final String namespace;
    private final String name;
    private final Selection selection;
    private final Map<String, Function<KubeObject, String>> fields = new HashMap<>();

    private SelectionPredicate(String namespace, String name, Selection selection) {
        this.namespace = namespace;
        this.name = name;
        this.selection = selection;
    }

    /// @throws dev.kcm.model.failure.ApiException if a field cannot be selected by
    static SelectionPredicate of(Target target, Selection selection) {
        var predicate = new SelectionPredicate(target.namespace(), target.name(), selection);
        for (var term : selection.fields().terms()) {
            predicate.fields.put(term.field(), reader(target, term.field()));
        }
        return predicate;
    }

    @Override
    public boolean test(KubeObject object) {
        var metadata = object.metadata();
        return (namespace.isEmpty() || namespace.equals(metadata.namespace()))
                && (name.isEmpty() || name.equals(metadata.name()))
                && selection.labels().matches(metadata.labels())
                && selection.fields().matches(field -> read(field, object));
    }

    private String read(String field, KubeObject object) {
        var reader = fields.get(field);
        return reader == null ? "" : reader.apply(object);
    }

    @SuppressWarnings("unchecked") // the store keeps objects of the strategy's own resource
    private static Function<KubeObject, String> reader(Target target, String field) {
        var stored = (Resource<KubeObject>) VersionConversion.stored(target.resource());
        Strategy<KubeObject> strategy = Strategies.of(stored);
        return strategy.selectableField(EventConversion.storedField(target.resource(), field))
                .orElseThrow(() -> ApiErrors.badRequest("field label not supported: " + field));
    }
}
