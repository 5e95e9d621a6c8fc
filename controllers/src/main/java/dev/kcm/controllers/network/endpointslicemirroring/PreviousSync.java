package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.controllers.shared.slices.SliceCount;

/// What one sync leaves for the next one, and for the gauges over all Endpoints.
///
/// @param reported the addresses left out that an event named
record PreviousSync(SkippedAddresses reported, SliceCount slices) {}
