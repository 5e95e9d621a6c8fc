/// Keeping a number of equal pods running: what the controllers of ReplicaSets and ReplicationControllers share. One
/// reconciler serves both; a [dev.kcm.controllers.shared.replicas.ReplicaOwnerKind] says how to read a kind as a
/// ReplicaSet. Stateless; `decide` and `settle` are pure.
@NullMarked
package dev.kcm.controllers.shared.replicas;

import org.jspecify.annotations.NullMarked;
