/// Routes of the cloud's network to the pods of each node. Needs a cloud provider; see docs/controllers/node-route.md.
/// Pure but for when the last comparison began.
@NullMarked
package dev.kcm.controllers.cloud.noderoute;

import org.jspecify.annotations.NullMarked;
