/// The state of the cluster: an immutable map per resource at each revision, the recent history of
/// each as one linked list, and the write-ahead log that makes changes durable. Knows nothing of HTTP, of
/// kinds or of rules; everything that writes objects goes through [VersionedStore#commit]. Readers never
/// lock.
@NullMarked
package dev.kcm.apiserver.store;

import org.jspecify.annotations.NullMarked;
