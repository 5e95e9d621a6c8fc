package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.meta.v1.LabelSelector;
import java.util.Optional;
import java.util.TreeMap;

/// Selectors of metrics as upstream's messages print them.
final class SelectorText {
    private SelectorText() {}

    static String of(Optional<LabelSelector> selector) {
        return selector.map(SelectorText::of).orElse("nil");
    }

    private static String of(LabelSelector selector) {
        var text = new StringBuilder("&LabelSelector{MatchLabels:map[string]string{");
        new TreeMap<>(selector.matchLabels())
                .forEach((key, value) ->
                        text.append(key).append(": ").append(value).append(','));
        text.append("},MatchExpressions:[]LabelSelectorRequirement{");
        for (var expression : selector.matchExpressions()) {
            text.append("LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                    .formatted(expression.key(), expression.operator(), String.join(" ", expression.values())));
        }
        return text.append("},}").toString();
    }
}
