/// What controllers that keep EndpointSlices have in common: which endpoints are the same one, how
/// changes of slices add up and become a plan, whose slices are whose.
@NullMarked
package dev.kcm.controllers.shared.slices;

import org.jspecify.annotations.NullMarked;
