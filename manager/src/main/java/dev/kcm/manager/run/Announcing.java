package dev.kcm.manager.run;

import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.plan.Announcer;
import dev.kcm.runtime.program.EventAnnouncer;

/// What plans announce, as events.
final class Announcing {
    private Announcing() {}

    static Announcer to(EventRecorder recorder) {
        return EventAnnouncer.to(recorder);
    }
}
