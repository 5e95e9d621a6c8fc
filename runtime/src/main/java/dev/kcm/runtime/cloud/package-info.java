/// A cloud as controllers know it: machines, load balancers and routes. Whoever has one implements [CloudProvider] and
/// names the class as a service of that type; the manager then runs the controllers that need a cloud.
///
/// A provider's methods block and fail with [CloudException]. What only asks is asked in `observe`, as a [CloudReply];
/// what changes something is a [CloudCall] in a plan, so that the fence, shadow mode and the decision log see it as
/// they
/// see writes. docs/decisions/0022 says why.
@NullMarked
package dev.kcm.runtime.cloud;

import org.jspecify.annotations.NullMarked;
