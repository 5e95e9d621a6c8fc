package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What objects of one kind use of what a quota may limit.
///
/// @param <T> the kind
interface Evaluator<T> {

    /// Whether this is what decides about the resource of that name.
    boolean covers(String name);

    /// Whether a quota with this scope is for the object.
    boolean isIn(ScopedResourceSelectorRequirement scope, T object);

    /// What the object uses, whatever the quota asks for.
    Map<String, Quantity> usage(T object);

    /// What all of them use that the quota is for: exactly these names, each of which it covers.
    default Map<String, Quantity> total(Iterable<T> objects, Scopes scopes, Set<String> names) {
        var total = new HashMap<String, Quantity>();
        names.forEach(name -> total.put(name, Quantity.ZERO));
        for (var object : objects) {
            if (scopes.hold(scope -> isIn(scope, object))) {
                usage(object)
                        .forEach((name, amount) -> total.computeIfPresent(name, (_, before) -> before.plus(amount)));
            }
        }
        return total;
    }
}
