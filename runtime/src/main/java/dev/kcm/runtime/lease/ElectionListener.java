package dev.kcm.runtime.lease;

/// Notified of the course of an election. A listener that throws is logged and has no
/// influence on the election.
public interface ElectionListener {

    /// A term begins. Called on a thread of its own, while renewing goes on.
    void started(Fence fence);

    /// The elector is being closed while we lead, or the server wants somebody else to: bring the
    /// term's work to rest. The fence is still open until this returns, so what must be written
    /// last can be written; but it may close meanwhile, as ever, and does so at its deadline in the
    /// second case, where the lease is no longer renewed. Called after [#started] has returned, on
    /// a thread of its own, at least once.
    default void stopping() {}

    /// The term is over and its fence closed. Called after [#started] and [#stopping] have
    /// returned, and the candidate stands again only after this has returned: by then the term's
    /// work must be at rest.
    void stopped();

    /// Somebody (perhaps this candidate) is seen to lead who did not before; empty when the lease
    /// was given up. Must not block.
    default void newLeader(String identity) {}
}
