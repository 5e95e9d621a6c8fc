package dev.kcm.controllers.workload.horizontalpodautoscaler;

/// Something could not be read; the message says why, in the server's or upstream's words. Made and caught inside one
/// observation: what leaves it is data.
final class ReadFailure extends Exception {
    private static final long serialVersionUID = 1L;

    ReadFailure(String message) {
        super(message, null, false, false);
    }
}
