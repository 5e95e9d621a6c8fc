/// Controllers as a program: [dev.kcm.runtime.program.ControllerGroup] runs specs on informers and
/// clients that somebody else has, [dev.kcm.runtime.program.ControllerProgram] adds connections,
/// caches, leader election and an orderly end, and [dev.kcm.runtime.program.ControllerCommand] a
/// command line. For whoever writes controllers of their own, and for the embedded cluster.
@NullMarked
package dev.kcm.runtime.program;

import org.jspecify.annotations.NullMarked;
