/// ReplicaSets and ReplicationControllers: keep as many pods of one template running as asked for.
/// One implementation serves both kinds.
@NullMarked
package dev.kcm.controllers.workload.replicaset;

import org.jspecify.annotations.NullMarked;
