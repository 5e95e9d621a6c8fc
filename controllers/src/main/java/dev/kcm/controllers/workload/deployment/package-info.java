/// Deployments: roll a pod template out over ReplicaSets, keeping enough pods available on the way
/// and the old templates for going back.
@NullMarked
package dev.kcm.controllers.workload.deployment;

import org.jspecify.annotations.NullMarked;
