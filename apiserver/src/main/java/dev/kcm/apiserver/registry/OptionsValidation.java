package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import java.util.List;

/// Checks of request options, which are not objects of a resource.
final class OptionsValidation {
    private OptionsValidation() {}

    static void require(List<String> problems, String options) {
        if (!problems.isEmpty()) {
            var listed = problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
            throw ApiErrors.invalidOptions(options, listed);
        }
    }
}
