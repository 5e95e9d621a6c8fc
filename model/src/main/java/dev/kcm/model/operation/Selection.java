package dev.kcm.model.operation;

import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;

/// Which objects of a collection are meant.
public record Selection(Selector labels, FieldSelector fields) {
    public static final Selection EVERYTHING = new Selection(Selector.everything(), FieldSelector.EVERYTHING);

    public boolean isEverything() {
        return labels.isEverything() && fields.isEverything();
    }
}
