package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.controllers.shared.slices.SliceCount;

/// What one look leaves for the next one, and for the gauges over all Endpoints.
///
/// @param told what users know of addresses left out
record PreviousSync(SkippedAddresses told, SliceCount slices) {}
