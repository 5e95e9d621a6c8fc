package dev.kcm.cluster.why;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What controllers decided about objects, wherever these controllers run.
public interface Decisions {
    /// The names of the controllers that run.
    Set<String> controllers();

    /// What each controller decided last about an object, a line each; see [#line].
    List<String> about(Resource<?> resource, ObjectKey key);

    /// One decision as people read it: who, why, what came of it and what is next.
    static String line(String controller, String decided, List<String> outcomes, String next) {
        return controller
                + ": "
                + Stream.of(Stream.of(decided), outcomes.stream(), Stream.of(ReadableTimes.in(next)))
                        .flatMap(part -> part)
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("; "));
    }
}
