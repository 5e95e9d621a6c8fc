package dev.kcm.cluster.nodes;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;

/// Addresses for pods out of 10.244.0.0/16, each in use once. Thread-safe.
final class PodAddresses {
    private static final int SIZE = 1 << 16;

    @GuardedBy("this")
    private final Map<String, String> holders = new HashMap<>();

    @GuardedBy("this")
    private int last;

    /// A free address, held by this pod until it is released.
    synchronized String take(String uid) {
        for (int tries = 0; tries < SIZE; tries++) {
            last = (last + 1) % SIZE;
            var address = "10.244.%d.%d".formatted(last >> 8, last & 255);
            if (last != 0 && last != SIZE - 1 && holders.putIfAbsent(address, uid) == null) {
                return address;
            }
        }
        throw new IllegalStateException("all " + SIZE + " pod addresses are in use");
    }

    /// The pod has this address already.
    synchronized void hold(String address, String uid) {
        holders.putIfAbsent(address, uid);
    }

    synchronized void release(String address, String uid) {
        holders.remove(address, uid);
    }
}
