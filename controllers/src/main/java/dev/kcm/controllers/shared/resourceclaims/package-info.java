/// What several controllers ask about pods and their claims for devices. Pure.
@NullMarked
package dev.kcm.controllers.shared.resourceclaims;

import org.jspecify.annotations.NullMarked;
