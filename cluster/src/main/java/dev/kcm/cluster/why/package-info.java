/// Explains what an object waits for, with the chain of causes below it: what its spec and status
/// say per kind, what events warn of, what controllers decided last. Only reads, through a client
/// that may be that of the embedded cluster or of a real one.
@NullMarked
package dev.kcm.cluster.why;

import org.jspecify.annotations.NullMarked;
