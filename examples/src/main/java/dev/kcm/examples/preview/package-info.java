/// Preview environments: a ConfigMap with the label `example.kcm.dev/preview` asks for a Deployment
/// that lives for some hours. The controller that docs/writing-a-controller.md builds step by step.
/// `decide` and `settle` are pure; everything else is the runtime's.
@NullMarked
package dev.kcm.examples.preview;

import org.jspecify.annotations.NullMarked;
