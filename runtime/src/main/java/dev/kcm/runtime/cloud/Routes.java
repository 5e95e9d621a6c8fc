package dev.kcm.runtime.cloud;

import java.util.List;

/// Rules by which the cloud's network sends the addresses of pods to the right machines.
public interface Routes {

    /// All routes of a cluster that are the manager's business.
    List<Route> list(String clusterName);

    /// @param nameHint something unique, for clouds whose routes have names
    void create(String clusterName, String nameHint, Route route);

    /// @param route one that [#list] gave
    void delete(String clusterName, Route route);
}
