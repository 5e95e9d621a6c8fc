/// The job-controller: runs the pods of Jobs to completion and accounts for each of them exactly
/// once. Decisions are named rules over one snapshot; [JobController] puts them in order. Nothing
/// here is shared between threads but the memory of failures, which the runtime owns.
@NullMarked
package dev.kcm.controllers.workload.job;

import org.jspecify.annotations.NullMarked;
