package dev.kcm.controllers.housekeeping.resourcequota;

/// Names of what a quota can limit, and the parts they are made of.
final class ResourceNames {
    static final String CPU = "cpu";
    static final String MEMORY = "memory";
    static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    static final String STORAGE = "storage";
    static final String HUGE_PAGES = "hugepages-";
    static final String REQUESTS = "requests.";
    static final String LIMITS = "limits.";
    static final String COUNT = "count/";
    static final String PODS = "pods";
    static final String SERVICES = "services";
    static final String NODE_PORTS = "services.nodeports";
    static final String LOAD_BALANCERS = "services.loadbalancers";
    static final String VOLUME_CLAIMS = "persistentvolumeclaims";
    static final String REQUESTED_STORAGE = REQUESTS + STORAGE;
    static final String OF_STORAGE_CLASS = ".storageclass.storage.k8s.io/";
    static final String DEVICES_OF_CLASS = ".deviceclass.resource.k8s.io/devices";
    static final String DEVICE_CLASS = "deviceclass.resource.kubernetes.io/";

    private ResourceNames() {}
}
