/// What becomes of nodes whose machines the cloud has switched off or no longer has. Needs a cloud provider; see
/// docs/controllers/cloud-node-lifecycle.md. One thread; `decide` is pure.
@NullMarked
package dev.kcm.controllers.cloud.cloudnodelifecycle;

import org.jspecify.annotations.NullMarked;
