/// Chaos in the build, and on a real cluster for `conformance/run chaos`: random users, with our manager and with Go's.
package dev.kcm.conformance.chaos;
