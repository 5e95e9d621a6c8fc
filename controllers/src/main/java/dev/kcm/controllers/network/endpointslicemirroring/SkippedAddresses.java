package dev.kcm.controllers.network.endpointslicemirroring;

/// How many addresses are not mirrored.
///
/// @param invalid no IP addresses
/// @param tooMany beyond what a subset may have
record SkippedAddresses(int invalid, int tooMany) {
    static final SkippedAddresses NOBODY = new SkippedAddresses(0, 0);

    SkippedAddresses and(SkippedAddresses more) {
        return new SkippedAddresses(invalid + more.invalid, tooMany + more.tooMany);
    }

    int all() {
        return invalid + tooMany;
    }
}
