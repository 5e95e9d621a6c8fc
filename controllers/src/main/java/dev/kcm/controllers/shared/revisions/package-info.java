/// The ControllerRevisions in which StatefulSets and DaemonSets remember their pod templates: which there are, which
/// are wanted and which may go. What is in one, and its name, says [dev.kcm.model.revision.ControllerRevisions]. Pure.
@NullMarked
package dev.kcm.controllers.shared.revisions;

import org.jspecify.annotations.NullMarked;
