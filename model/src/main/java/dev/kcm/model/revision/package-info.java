/// Fingerprints of pod templates: the data and names of ControllerRevisions and the hash in the
/// names of ReplicaSets, equal to upstream's byte for byte, so that a cluster changes hands without
/// a pod restarting.
///
/// Pure functions; any thread may call them.
@NullMarked
package dev.kcm.model.revision;

import org.jspecify.annotations.NullMarked;
