package dev.kcm.runtime.plan;

/// Shadow mode for one controller: told of every step that was decided and not sent. Must not
/// block.
@FunctionalInterface
public interface ShadowListener {
    void withheld(Step step);
}
