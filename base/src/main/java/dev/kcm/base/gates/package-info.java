/// Feature gates: an immutable answer to "is this feature on?" ([FeatureGates]), handed to whatever
/// needs it and never kept in a static, and the table ([GateTable]) that works the answer out from
/// flags, versions and upstream's history of each gate. Pure values.
@NullMarked
package dev.kcm.base.gates;

import org.jspecify.annotations.NullMarked;
