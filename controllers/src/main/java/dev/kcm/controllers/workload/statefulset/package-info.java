/// The statefulset-controller. Gives each StatefulSet its pods, one per ordinal, with names and volumes that stay;
/// starts,
/// stops and updates them in order, unless the set allows that all go at once.
@NullMarked
package dev.kcm.controllers.workload.statefulset;

import org.jspecify.annotations.NullMarked;
