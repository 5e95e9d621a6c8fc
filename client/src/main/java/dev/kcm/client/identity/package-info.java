/// Clients for controllers by name: all as one identity, or each as a service account of its own.
/// Thread-safe.
@NullMarked
package dev.kcm.client.identity;

import org.jspecify.annotations.NullMarked;
