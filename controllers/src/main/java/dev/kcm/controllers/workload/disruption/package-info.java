/// The disruption-controller. Writes into the status of PodDisruptionBudgets how many of their pods may be evicted, by
/// which the API server answers evictions, and takes conditions back that announced a disruption which did not come.
@NullMarked
package dev.kcm.controllers.workload.disruption;

import org.jspecify.annotations.NullMarked;
