package dev.kcm.manager.run;

import java.util.List;

/// Notified of terms of leadership. Called by the thread that begins or ends one; must not block for
/// long.
interface LeaderTermListener {

    /// These controllers are about to run.
    void began(List<SupervisedController> controllers);

    /// They are being stopped.
    void ended(List<SupervisedController> controllers);

    /// These could not be brought to rest. Somebody else may lead by now, so the process should not
    /// go on.
    void outlived(List<String> controllers);
}
