package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import java.util.concurrent.Semaphore;

/// Passes changes on, and blocks while it is stalled. [#stall] is called by one thread.
final class StallableListener<T extends KubeObject> implements ChangeListener<T> {
    private final ChangeListener<T> next;
    private final Semaphore mayPass = new Semaphore(1);
    private boolean isStalled;

    StallableListener(ChangeListener<T> next) {
        this.next = next;
    }

    boolean isStalled() {
        return isStalled;
    }

    void stall(boolean value) {
        if (value && !isStalled) {
            mayPass.acquireUninterruptibly();
        } else if (!value && isStalled) {
            mayPass.release();
        }
        isStalled = value;
    }

    @Override
    public void changed(Change<T> change) {
        mayPass.acquireUninterruptibly();
        mayPass.release();
        next.changed(change);
    }
}
