/// Puts pods onto nodes: a small scheduler that honours node names, node selectors, required node
/// affinity, taints, the resources pods ask for and required pod (anti-)affinity, and otherwise
/// takes the node with the fewest pods. Claims for devices are allocated from what drivers publish, the first that fit,
/// and reserved for the pod. Preferences, spreading constraints, preemption and volumes
/// are ignored.
@NullMarked
package dev.kcm.cluster.scheduling;

import org.jspecify.annotations.NullMarked;
