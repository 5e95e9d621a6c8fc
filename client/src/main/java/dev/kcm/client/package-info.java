/// Talks to an API server: kubeconfig, transport, typed, metadata and dynamic requests, watch
/// streams, discovery.
@NullMarked
package dev.kcm.client;

import org.jspecify.annotations.NullMarked;
