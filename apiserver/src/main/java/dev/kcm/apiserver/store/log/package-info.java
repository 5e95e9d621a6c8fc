/// The write-ahead log on disk: a file of checksummed frames, one per group commit, that is forced before any of its
/// entries is acknowledged, and written anew (`store.log.new`, then renamed) when it has grown too long or has
/// failed. Backups have the same format. [FileWriteAheadLog] owns the thread that writes; everything below it is used
/// by one thread at a time. The disk is reached through [LogDirectory] and [LogFile] only, so that tests can put a
/// faulty one in its place.
@NullMarked
package dev.kcm.apiserver.store.log;

import org.jspecify.annotations.NullMarked;
