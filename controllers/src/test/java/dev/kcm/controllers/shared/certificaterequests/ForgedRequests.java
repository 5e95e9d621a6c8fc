package dev.kcm.controllers.shared.certificaterequests;

import dev.kcm.base.x509.SigningRequest;
import java.util.List;

/// Requests of a node's certificate, made with Go, whose subject says more than one thing. Each is signed with its key
/// and has the organization system:nodes.
public final class ForgedRequests {
    /// One set of the common names system:kube-controller-manager and system:node:intruder, in this order: not sorted
    /// as DER asks. Go reads the node.
    public static final SigningRequest MANAGER_THEN_NODE = SigningRequest.parsePem("""
        -----BEGIN CERTIFICATE REQUEST-----
        MIIBFzCBvwIBADBdMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxRDAlBgNVBAMMHnN5
        c3RlbTprdWJlLWNvbnRyb2xsZXItbWFuYWdlcjAbBgNVBAMMFHN5c3RlbTpub2Rl
        OmludHJ1ZGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN9r8iEdY5Omb0mnP
        B5xDDltE4e7F8taH20Dc2aDtZfBozcjDD1bg6V3zaqcODngmvsMGGDpI4fUQ9rRB
        /+VFm6AAMAoGCCqGSM49BAMCA0cAMEQCIBwuiVRe8o7Z1wPQeaGC5MSxRdQu+Z6H
        mTY7K8loSHLSAiA+ziuMhsYqj03CE3R79SyrYKP4F7D7QTmc1rQ7HxgGvg==
        -----END CERTIFICATE REQUEST-----
        """);

    /// The same sorted. Go reads the manager.
    public static final SigningRequest NODE_THEN_MANAGER = SigningRequest.parsePem("""
        -----BEGIN CERTIFICATE REQUEST-----
        MIIBGTCBvwIBADBdMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxRDAbBgNVBAMMFHN5
        c3RlbTpub2RlOmludHJ1ZGVyMCUGA1UEAwwec3lzdGVtOmt1YmUtY29udHJvbGxl
        ci1tYW5hZ2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN9r8iEdY5Omb0mnP
        B5xDDltE4e7F8taH20Dc2aDtZfBozcjDD1bg6V3zaqcODngmvsMGGDpI4fUQ9rRB
        /+VFm6AAMAoGCCqGSM49BAMCA0kAMEYCIQDJusco6w12QGGUn6hbJROems15aarQ
        k5qq2rRqDJPuYgIhAOArMmdHhiIEh56JIZa2XDdKOemfivZ9IVCGxthRSNL5
        -----END CERTIFICATE REQUEST-----
        """);

    /// The manager and the node in sets of their own. Go reads the node.
    public static final SigningRequest TWO_SETS = SigningRequest.parsePem("""
        -----BEGIN CERTIFICATE REQUEST-----
        MIIBGTCBwQIBADBfMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxJzAlBgNVBAMMHnN5
        c3RlbTprdWJlLWNvbnRyb2xsZXItbWFuYWdlcjEdMBsGA1UEAwwUc3lzdGVtOm5v
        ZGU6aW50cnVkZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ32vyIR1jk6ZvS
        ac8HnEMOW0Th7sXy1ofbQNzZoO1l8GjNyMMPVuDpXfNqpw4OeCa+wwYYOkjh9RD2
        tEH/5UWboAAwCgYIKoZIzj0EAwIDRwAwRAIgKE+nprjpg/+Z9LNfMp/y5KIH/9D+
        UwjrAWJTAlLWcNICICPR6CE0aoFc6TQ2OcTlpr1hsX7/Hh+hu15xajy0dYV0
        -----END CERTIFICATE REQUEST-----
        """);

    /// The common name system:node:intruder in one set with 1.3.6.1.4.1.57683.2, which an API server takes for the
    /// user's uid.
    public static final SigningRequest WITH_UID = SigningRequest.parsePem("""
        -----BEGIN CERTIFICATE REQUEST-----
        MIIBDTCBtAIBADBSMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxOTAbBgNVBAMMFHN5
        c3RlbTpub2RlOmludHJ1ZGVyMBoGCSsGAQQBg8JTAgwNMGQyZTdiMWMtcm9vdDBZ
        MBMGByqGSM49AgEGCCqGSM49AwEHA0IABDfa/IhHWOTpm9JpzwecQw5bROHuxfLW
        h9tA3Nmg7WXwaM3Iww9W4Old82qnDg54Jr7DBhg6SOH1EPa0Qf/lRZugADAKBggq
        hkjOPQQDAgNIADBFAiB9i4ppdJnJ71oQAms66qvOn0Ml0Ds4Q/WLRTFQXRCc+AIh
        AKPEeuUK7hFsG3G6ppi541hYHoJIIaDius7tJoqMKpGV
        -----END CERTIFICATE REQUEST-----
        """);

    /// Those with two common names.
    public static final List<SigningRequest> AMBIGUOUS = List.of(MANAGER_THEN_NODE, NODE_THEN_MANAGER, TWO_SETS);

    private ForgedRequests() {}
}
