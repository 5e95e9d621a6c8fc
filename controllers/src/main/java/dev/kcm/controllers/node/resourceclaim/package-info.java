/// The resourceclaim-controller. Creates and cleans up the ResourceClaims of pods.
@NullMarked
package dev.kcm.controllers.node.resourceclaim;

import org.jspecify.annotations.NullMarked;
