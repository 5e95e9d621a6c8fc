package dev.kcm.model.revision;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Names;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.value.RawJson;
import java.util.Map;
import java.util.TreeMap;

/// Makes and reads the revisions in which StatefulSets and DaemonSets remember their pod templates.
public final class ControllerRevisions {
    /// The label a StatefulSet's revisions carry their hash in.
    public static final String HASH_LABEL = "controller.kubernetes.io/hash";

    /// The label pods, and a DaemonSet's revisions, carry the hash in.
    public static final String POD_HASH_LABEL = "controller-revision-hash";

    private static final int LONGEST_PREFIX = 223;

    private ControllerRevisions() {}

    /// What a revision of this set holds; its template is the same to upstream as long as these
    /// bytes are. Numbers go through a double on the way.
    public static RawJson data(StatefulSet set) {
        return Templates.asPatch(Templates.asDoubles(Templates.tree(set.spec().template())));
    }

    /// The same for a DaemonSet, whose numbers stay exact.
    public static RawJson data(DaemonSet set) {
        return Templates.asPatch(Templates.tree(set.spec().template()));
    }

    /// The template a revision holds.
    public static PodTemplateSpec template(ControllerRevision revision) {
        return Templates.fromPatch(revision.data());
    }

    /// A new revision of a StatefulSet, named after the hash of its data. The collision count
    /// starts at the status's, or zero, and grows with each name that is taken.
    public static ControllerRevision of(StatefulSet set, long number, int collisionCount) {
        var template = set.spec().template();
        var data = data(set);
        var hash = hash(data, collisionCount);
        var prefix = set.name();
        var kept = prefix.length() > LONGEST_PREFIX ? prefix.substring(0, LONGEST_PREFIX) : prefix;
        var labels = with(template.metadata().labels(), HASH_LABEL, hash);
        return revision(set, kept + "-" + hash, labels, data, number);
    }

    /// The hash of a StatefulSet's revision data.
    public static String hash(RawJson data, int collisionCount) {
        var hash = Fnv.multiplyingFirst().add(data.toByteArray());
        hash.add(Integer.toString(collisionCount));
        return Names.safelyEncoded(hash.toString());
    }

    /// A new revision of a DaemonSet, named after the hash of its template.
    public static ControllerRevision of(DaemonSet set, long number) {
        var template = set.spec().template();
        var hash = PodTemplateHash.of(template, set.status().collisionCount());
        var labels = with(template.metadata().labels(), POD_HASH_LABEL, hash);
        return revision(set, set.name() + "-" + hash, labels, data(set), number);
    }

    private static ControllerRevision revision(
            KubeObject set, String name, Map<String, String> labels, RawJson data, long number) {
        return ControllerRevision.builder()
                .metadata(metadata -> metadata.name(name)
                        .namespace(set.namespace())
                        .labels(labels)
                        .annotations(set.annotations())
                        .addOwnerReferences(OwnerReferences.toController(set)))
                .data(data)
                .revision(number)
                .build();
    }

    private static Map<String, String> with(Map<String, String> labels, String key, String value) {
        var more = new TreeMap<>(labels);
        more.put(key, value);
        return more;
    }
}
