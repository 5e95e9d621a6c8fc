package dev.kcm.client.remote;

import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;

/// Media types of requests and responses.
final class MediaTypes {
    static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    static final String JSON = "application/json";

    private static final String AS_METADATA = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    private static final String AS_METADATA_LIST = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private MediaTypes() {}

    static String forObject(Resource<?> as) {
        return accept(as, AS_METADATA);
    }

    static String forList(Resource<?> as) {
        return accept(as, AS_METADATA_LIST);
    }

    /// For a response of which only the metadata counts: the rest need not travel.
    static String forWriteResult(Resource<?> as) {
        var metadata = PROTOBUF + AS_METADATA + "," + JSON + AS_METADATA;
        return as.hasProtobuf() && !isMetadata(as) ? metadata + "," + PROTOBUF + "," + JSON : metadata + "," + JSON;
    }

    static boolean isProtobuf(String contentType) {
        return contentType.startsWith(PROTOBUF);
    }

    static boolean isJson(String contentType) {
        return contentType.startsWith(JSON);
    }

    /// The server cuts metadata out itself when asked to, even for kinds without protobuf. One that cannot, such as an
    /// aggregated API server of old, sends whole objects, which hold their metadata, too.
    private static String accept(Resource<?> as, String metadata) {
        if (isMetadata(as)) {
            return PROTOBUF + metadata + "," + JSON + metadata + "," + JSON;
        }
        return as.hasProtobuf() ? PROTOBUF + "," + JSON : JSON;
    }

    /// A metadata descriptor equals that of the whole objects, so only identity decides.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isMetadata(Resource<?> as) {
        return MetadataObject.resource(as) == as;
    }
}
