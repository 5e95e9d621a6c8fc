/// The managed fields of stored objects: who a write counts for, which fields an endpoint cannot write, and what
/// becomes of the managers, computed when somebody asks. The registry calls it for every write; any thread.
@NullMarked
package dev.kcm.apiserver.ownership;

import org.jspecify.annotations.NullMarked;
