/// The certificatesigningrequest-approving-controller. Approves what nodes that may do so ask for.
@NullMarked
package dev.kcm.controllers.identity.certificateapproving;

import org.jspecify.annotations.NullMarked;
