/// Structured logging for the whole project. [Log] is what everyone calls; where the lines go is
/// decided once per process in [Logging]: a library hands them to the JDK's `System.Logger`, the
/// program writes klog text or JSON as upstream does. Any thread may log. Values of Secrets and
/// tokens are never passed in.
@NullMarked
package dev.kcm.base.log;

import org.jspecify.annotations.NullMarked;
