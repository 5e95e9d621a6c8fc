package dev.kcm.controllers.node.ttl;

/// How large a cluster is, in steps that overlap: a cluster whose size goes up and down a little stays in its step.
///
/// The order matters: a larger one comes later.
enum ClusterSize {
    UP_TO_100(0, 100, 0),
    UP_TO_500(90, 500, 15),
    UP_TO_1000(450, 1000, 30),
    UP_TO_2000(900, 2000, 60),
    LARGER(1800, Integer.MAX_VALUE, 300);

    private final int fewest;
    private final int most;
    private final int seconds;

    ClusterSize(int fewest, int most, int seconds) {
        this.fewest = fewest;
        this.most = most;
        this.seconds = seconds;
    }

    /// The step of a cluster that was in this one and has so many nodes now.
    ClusterSize with(int nodes) {
        var size = this;
        while (nodes > size.most) {
            size = values()[size.ordinal() + 1];
        }
        while (nodes < size.fewest) {
            size = values()[size.ordinal() - 1];
        }
        return size;
    }

    /// For how long kubelets may use what they have read.
    int seconds() {
        return seconds;
    }
}
