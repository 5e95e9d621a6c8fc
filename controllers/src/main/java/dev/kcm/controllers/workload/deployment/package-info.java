/// The deployment-controller. Rolls Deployments out by way of ReplicaSets.
@NullMarked
package dev.kcm.controllers.workload.deployment;

import org.jspecify.annotations.NullMarked;
