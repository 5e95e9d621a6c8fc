/// The validatingadmissionpolicy-status-controller. Type-checks ValidatingAdmissionPolicies into
/// their status.
@NullMarked
package dev.kcm.controllers.housekeeping.validatingadmissionpolicystatus;

import org.jspecify.annotations.NullMarked;
