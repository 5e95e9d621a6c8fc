/// What a server serves: its groups, versions and resources, and the way from a kind to its
/// resource. Blocking; thread-safe.
@NullMarked
package dev.kcm.client.discovery;

import org.jspecify.annotations.NullMarked;
