/// The replicaset-controller. Keeps as many pods as ReplicaSets ask for.
@NullMarked
package dev.kcm.controllers.workload.replicaset;

import org.jspecify.annotations.NullMarked;
