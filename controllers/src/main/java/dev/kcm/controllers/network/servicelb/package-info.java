/// The service-lb-controller. Has the cloud provider set up load balancers for Services; idle
/// without an external provider.
@NullMarked
package dev.kcm.controllers.network.servicelb;

import org.jspecify.annotations.NullMarked;
