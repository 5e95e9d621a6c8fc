package dev.kcm.cluster.why;

import dev.kcm.base.flags.Nearest;
import dev.kcm.client.Client;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What an object waits for, as a tree of text: its state, what its kind may wait for, conditions
/// and warnings, what controllers decided last and why; below it, indented, the objects that are in
/// its way.
public final class Explanation {
    private static final int MOST_DEEPER = 5;
    private static final int DEEPEST = 5;
    private static final Map<String, Diagnostic> DIAGNOSTICS = diagnostics();

    private final ClusterView view;

    public Explanation(Client client, Decisions decisions) {
        this.view = new ClusterView(client, decisions);
    }

    /// @throws UnknownKindException if there is no such kind
    /// @throws dev.kcm.model.failure.ApiException if there is no such object, or it may not be read
    public String of(String kind, String namespace, String name) {
        var resource = resource(kind);
        var key = ObjectKey.of(resource.isNamespaced() ? namespace : "", name);
        var object = view.client().on(DynamicObject.resource(resource)).get(key);
        var text = new StringBuilder();
        explain(object, "", text, new HashSet<>());
        return text.toString();
    }

    private static Map<String, Diagnostic> diagnostics() {
        var all = new HashMap<String, Diagnostic>();
        all.putAll(WorkloadDiagnostics.BY_PLURAL);
        all.putAll(PodDiagnostics.BY_PLURAL);
        all.putAll(ClusterDiagnostics.BY_PLURAL);
        all.putAll(VolumeDiagnostics.BY_PLURAL);
        all.putAll(ClaimDiagnostics.BY_PLURAL);
        all.putAll(AttachmentDiagnostics.BY_PLURAL);
        return Map.copyOf(all);
    }

    private static Resource<?> resource(String word) {
        var wanted = word.toLowerCase(Locale.ROOT);
        return Catalog.served().stream()
                .filter(it -> names(it).anyMatch(wanted::equals))
                .findFirst()
                .orElseThrow(() -> unknown(word));
    }

    private static Stream<String> names(Resource<?> resource) {
        return Stream.concat(
                Stream.of(resource.plural(), resource.singular(), resource.qualifiedName()),
                resource.shortNames().stream());
    }

    private static UnknownKindException unknown(String word) {
        var known = Catalog.served().stream().map(Resource::singular).distinct().toList();
        return new UnknownKindException(
                "there is no kind \"%s\"%s".formatted(word, Nearest.suggestion(word, known, "")));
    }

    private void explain(DynamicObject object, String indent, StringBuilder text, Set<String> explained) {
        text.append(indent).append(headline(object)).append('\n');
        var inner = indent + "  ";
        if (!explained.add(object.uid())) {
            text.append(inner).append("see above\n");
            return;
        }
        var causes = causes(object);
        var reasons = causes.reasons().isEmpty() ? List.of("nothing to report") : causes.reasons();
        reasons.forEach(line -> text.append(inner).append(line).append('\n'));
        var deeper = inner.length() / 2 > DEEPEST ? List.<DynamicObject>of() : causes.deeper();
        deeper.stream().limit(MOST_DEEPER).forEach(it -> explain(it, inner, text, explained));
        if (deeper.size() > MOST_DEEPER) {
            text.append(inner).append("and %d more\n".formatted(deeper.size() - MOST_DEEPER));
        }
    }

    private static String headline(DynamicObject object) {
        var phase = ClusterView.text(object, "status", "phase");
        var state = Stream.of(phase, object.isDeleting() ? "being deleted" : "")
                .filter(word -> !word.isEmpty())
                .toList();
        return object.resource().singular()
                + "/"
                + object.name()
                + (state.isEmpty() ? "" : " (" + String.join(", ", state) + ")");
    }

    private Causes causes(DynamicObject object) {
        var diagnostic = DIAGNOSTICS.getOrDefault(object.resource().plural(), (_, _) -> Causes.NONE);
        var about = new ArrayList<String>(ConditionDiagnostics.problems(object));
        view.warnings(object).stream()
                .filter(warning -> about.stream().noneMatch(it -> it.contains(warning.message())))
                .map(ClusterView.Warning::toString)
                .forEach(about::add);
        about.addAll(view.decisions().about(object.resource(), object.key()));
        return finalizers(object).and(diagnostic.of(object, view)).and(new Causes(about, List.of()));
    }

    private static Causes finalizers(DynamicObject object) {
        var finalizers = object.metadata().finalizers();
        return object.isDeleting() && !finalizers.isEmpty()
                ? Causes.of("it is deleted once its finalizers are removed: " + String.join(", ", finalizers))
                : Causes.NONE;
    }
}
