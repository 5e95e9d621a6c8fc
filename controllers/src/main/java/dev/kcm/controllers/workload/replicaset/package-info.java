/// The replicaset-controller. Keeps as many pods of one template running as each ReplicaSet asks for.
@NullMarked
package dev.kcm.controllers.workload.replicaset;

import org.jspecify.annotations.NullMarked;
