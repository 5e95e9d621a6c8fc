package dev.kcm.controllers.network.endpointslicemirroring;

/// How many addresses are not mirrored.
///
/// @param invalid no IP addresses
/// @param tooMany beyond what a subset may have
record LeftOut(int invalid, int tooMany) {
    static final LeftOut NOBODY = new LeftOut(0, 0);

    LeftOut and(LeftOut more) {
        return new LeftOut(invalid + more.invalid, tooMany + more.tooMany);
    }

    int all() {
        return invalid + tooMany;
    }
}
