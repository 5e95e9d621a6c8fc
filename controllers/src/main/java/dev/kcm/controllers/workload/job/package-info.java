/// The job-controller. Runs the pods of Jobs to completion.
@NullMarked
package dev.kcm.controllers.workload.job;

import org.jspecify.annotations.NullMarked;
