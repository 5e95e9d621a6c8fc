/// The metrics APIs: what pods and nodes use, and the custom and external metrics that annotations script.
/// Everything is a function of the stored objects and the time, computed when somebody asks; nothing is kept and
/// nothing runs by itself. Safe for any number of threads.
@NullMarked
package dev.kcm.apiserver.usage;

import org.jspecify.annotations.NullMarked;
