package dev.kcm.examples.preview;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// @param lifetime of previews that do not say how long they are needed
record PreviewOptions(int concurrent, Duration lifetime) {
    static final Flags<PreviewOptions> FLAGS = Flags.section("preview")
            .count("concurrent-previews", 2, "How many previews may sync at the same time.")
            .duration("preview-lifetime", Duration.ofHours(24), "How long a preview lives that does not say so itself.")
            .into(PreviewOptions::new);
}
