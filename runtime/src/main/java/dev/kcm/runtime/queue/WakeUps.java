package dev.kcm.runtime.queue;

import dev.kcm.base.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeSet;

/// The slots that wait for a time, soonest first. One timer of the clock serves all of them: it
/// runs `whenDue` at (or before) the first wake-up, without the queue's lock. All else here is
/// guarded by that lock.
final class WakeUps<K> {
    private static final Clock.Timer NO_TIMER = () -> {};

    private final Clock clock;
    private final Runnable whenDue;
    private final TreeSet<Slot<K>> asleep = new TreeSet<>(Slot::bySoonestWakeUp);
    private long askedFor;
    private Clock.Timer alarm = NO_TIMER;
    private boolean isAlarmSet;
    private long alarmAt;

    WakeUps(Clock clock, Runnable whenDue) {
        this.clock = clock;
        this.whenDue = whenDue;
    }

    /// Wakes the slot after `delay`, or keeps an earlier wake-up it has. The lane is the more
    /// urgent one of those asked for.
    void wake(Slot<K> slot, Duration delay, Lane lane) {
        long at = clock.deadlineIn(delay).atNanos();
        slot.wakeInto = slot.isAsleep() ? slot.wakeInto.orSooner(lane) : lane;
        if (slot.isAsleep() && slot.wakeAt - at <= 0) {
            return;
        }
        if (slot.isAsleep()) {
            asleep.remove(slot);
        }
        slot.wakeAt = at;
        slot.wakeNumber = ++askedFor;
        asleep.add(slot);
        setAlarm();
    }

    /// Takes out the next slot whose time has come.
    Optional<Slot<K>> takeDue() {
        if (asleep.isEmpty() || asleep.first().wakeAt - clock.nanoTime() > 0) {
            return Optional.empty();
        }
        var slot = asleep.removeFirst();
        slot.wakeNumber = 0;
        return Optional.of(slot);
    }

    /// To be called when `whenDue` has taken what was due.
    void setNextAlarm() {
        isAlarmSet = false;
        setAlarm();
    }

    void clear() {
        asleep.forEach(slot -> slot.wakeNumber = 0);
        asleep.clear();
        alarm.cancel();
        isAlarmSet = false;
    }

    private void setAlarm() {
        if (asleep.isEmpty() || (isAlarmSet && alarmAt - asleep.first().wakeAt <= 0)) {
            return;
        }
        alarm.cancel();
        isAlarmSet = true;
        alarmAt = asleep.first().wakeAt;
        alarm = clock.after(Duration.ofNanos(alarmAt - clock.nanoTime()), whenDue);
    }
}
