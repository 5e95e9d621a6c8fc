/// Strategies of the group `storage.k8s.io`: storage classes. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.storage;

import org.jspecify.annotations.NullMarked;
