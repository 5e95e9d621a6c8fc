package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.Refusals;
import java.util.List;

/// Checks of request options, which are not objects of a resource.
final class Validity {
    private Validity() {}

    static void require(List<String> problems, String options) {
        if (!problems.isEmpty()) {
            var listed = problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
            throw Refusals.invalidOptions(options, listed);
        }
    }
}
