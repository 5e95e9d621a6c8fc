package dev.kcm.controllers.workload.daemonset;

import dev.kcm.base.GoText;
import dev.kcm.model.apps.v1.DaemonSet;

/// How pods of the present template are told from others: by the hash of its revision, or by how often it has changed,
/// which is how it was before there were revisions and what saves pods from a restart when only the way a template is
/// written changes.
///
/// @param generation empty where the set does not say
record Template(String hash, String generation) {

    static Template of(DaemonSet set, String hash) {
        return new Template(hash, generation(set));
    }

    boolean isOf(PodKind pod) {
        return (!hash.isEmpty() && hash.equals(pod.hash()))
                || (!generation.isEmpty() && generation.equals(pod.templateGeneration()));
    }

    static String generation(DaemonSet set) {
        var written = set.annotations().getOrDefault(Annotations.TEMPLATE_GENERATION, "");
        var number = GoText.wholeNumber(written);
        return number.isPresent() ? Long.toString(number.getAsLong()) : "";
    }
}
