/// Load balancers of the cloud for Services of type LoadBalancer. Needs a cloud provider; see
/// docs/controllers/service-lb.md. Pure but for what a [dev.kcm.runtime.controller.Memory] keeps.
@NullMarked
package dev.kcm.controllers.cloud.serviceloadbalancer;

import org.jspecify.annotations.NullMarked;
