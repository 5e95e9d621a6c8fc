package dev.kcm.examples.preview;

import dev.kcm.runtime.program.ControllerCommand;
import java.util.List;

/// Runs the preview controller on any cluster.
public final class PreviewCommand {
    private PreviewCommand() {}

    static void main(String[] arguments) {
        System.exit(ControllerCommand.named("preview-controller", PreviewReconciler.SPEC)
                .flags(PreviewOptions.FLAGS)
                .run(List.of(arguments), System.out, System.err));
    }
}
