/// The verbs: how a request becomes a read or a change of the store, alike for every kind. What is
/// special about a kind comes from its strategy, what depends on the cluster from `admission`.
/// Stateless and thread-safe; blocking happens in [VersionedStore#commit] and in watches alone.
@NullMarked
package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.store.VersionedStore;
import org.jspecify.annotations.NullMarked;
