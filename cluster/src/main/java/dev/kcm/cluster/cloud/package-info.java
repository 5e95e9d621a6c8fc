/// A simulated cloud: machines, load balancers and routes that exist in this process only. A machine is what its Node
/// says of it, so nothing of it is remembered here; load balancers keep their addresses in their Services, and routes
/// are made anew after a restart. Thread-safe.
@NullMarked
package dev.kcm.cluster.cloud;

import org.jspecify.annotations.NullMarked;
