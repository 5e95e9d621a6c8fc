/// Runs the scenarios outside a build, for `conformance/run scenarios`, and compares what two
/// managers left behind.
package dev.kcm.conformance.run;
