package dev.kcm.controllers.housekeeping.resourcequota;

/// Names that upstream's users know.
final class Words {
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
    static final String FOR_EXTENDED_RESOURCE = "resource.kubernetes.io/extended-resource-claim";

    static final String STORAGE_CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    static final String TERMINATING = "Terminating";
    static final String NOT_TERMINATING = "NotTerminating";
    static final String BEST_EFFORT = "BestEffort";
    static final String NOT_BEST_EFFORT = "NotBestEffort";
    static final String PRIORITY_CLASS = "PriorityClass";
    static final String CROSS_NAMESPACE_AFFINITY = "CrossNamespacePodAffinity";
    static final String VOLUME_ATTRIBUTES_CLASS = "VolumeAttributesClass";

    private Words() {}
}
