/// The way from our client to an API server in the same process: requests and objects are handed
/// over as they are, nothing is encoded. A request has an identity and takes the same path through
/// authorization and admission as one that came over the wire.
@NullMarked
package dev.kcm.cluster.inprocess;

import org.jspecify.annotations.NullMarked;
