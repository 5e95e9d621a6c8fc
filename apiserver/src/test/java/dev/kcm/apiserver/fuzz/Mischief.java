package dev.kcm.apiserver.fuzz;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.wire.Envelope;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Makes one request out of a seed. The same seed makes the same request.
final class Mischief {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int HUGE = 5 * 1024 * 1024;

    private static final List<String> COLLECTIONS = List.of(
            MAPS,
            "/api/v1/namespaces/default/pods",
            "/api/v1/namespaces/default/services",
            "/api/v1/namespaces/default/events",
            "/api/v1/namespaces/default/persistentvolumeclaims",
            "/api/v1/nodes",
            "/api/v1/namespaces",
            "/apis/apps/v1/namespaces/default/deployments",
            "/apis/apps/v1/namespaces/default/statefulsets",
            "/apis/batch/v1/namespaces/default/jobs",
            "/apis/batch/v1/namespaces/default/cronjobs",
            "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
            "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
            "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
            "/apis/rbac.authorization.k8s.io/v1/clusterroles",
            "/apis/coordination.k8s.io/v1/namespaces/default/leases",
            "/apis/events.k8s.io/v1/namespaces/default/events",
            "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "/apis/authentication.k8s.io/v1/tokenreviews");

    private static final List<String> PATCH_TYPES = List.of(
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml",
            "application/json",
            "text/plain");

    private static final List<String> TEMPLATES = List.of(
            "{\"metadata\":{\"name\":\"fuzz\",\"labels\":{\"a\":\"b\"}},\"data\":{\"a\":\"b\"}}",
            "{\"metadata\":{\"generateName\":\"fuzz-\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":{\"cpu\":\"1\"}},\"ports\":[{\"containerPort\":80}]}],\"tolerations\":[{\"key\":\"k\",\"tolerationSeconds\":3}]}}",
            "{\"metadata\":{\"name\":\"fuzz\"},\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{\"a\":\"b\"},\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[\"b\"]}]},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}",
            "{\"metadata\":{\"name\":\"fuzz\"},\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":\"http\"}],\"selector\":{\"a\":\"b\"},\"clusterIP\":\"10.96.0.77\"}}",
            "{\"metadata\":{\"name\":\"fuzz\"},\"spec\":{\"schedule\":\"* * * *"
                + " *\",\"jobTemplate\":{\"spec\":{\"completions\":2,\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}}}",
            "{\"metadata\":{\"name\":\"fuzz\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\"},\"spec\":{\"minReplicas\":1,\"maxReplicas\":3,\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"x\"},\"holderIdentity\":\"x\",\"renewTime\":\"2026-01-01T00:00:00.000000Z\",\"leaseDurationSeconds\":3,\"minAvailable\":\"50%\"}}",
            "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"},\"token\":\"x\"}}");

    private static final List<String> PATCHES = List.of(
            "[{\"op\":\"add\",\"path\":\"/data/x\",\"value\":\"y\"},{\"op\":\"move\",\"from\":\"/data/x\",\"path\":\"/data/z\"}]",
            "[{\"op\":\"test\",\"path\":\"/data/a\",\"value\":\"b\"},{\"op\":\"remove\",\"path\":\"/metadata/labels\"}]",
            "[{\"op\":\"copy\",\"from\":\"/metadata\",\"path\":\"/data/-\"}]",
            "{\"data\":{\"a\":null,\"b\":\"c\"}}",
            "{\"metadata\":{\"labels\":{\"$patch\":\"replace\",\"x\":\"y\"},\"finalizers\":[\"a/b\"],\"$setElementOrder/finalizers\":[\"a/b\"]}}",
            "{\"metadata\":{\"$retainKeys\":[\"name\"],\"$deleteFromPrimitiveList/finalizers\":[\"q\"]}}");

    private static final List<String> SCRAPS = List.of(
            "null",
            "true",
            "-1",
            "1e999",
            "99999999999999999999999",
            "0.5",
            "\"\"",
            "[]",
            "{}",
            "[[[[]]]]",
            "{\"\":{}}",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"💥\"",
            "\"9999999999999Ei\"",
            "\"-5m\"",
            "\"2026-13-45T99:99:99Z\"",
            "\"0000-00-00T00:00:00Z\"",
            "[null]",
            "{\"a\":null}",
            "\"a\\nb\"",
            "18446744073709551616",
            "-9223372036854775808",
            "\"../..\"");

    private static final List<String> TRICKS = List.of(
            "/..",
            "/%2e%2e/",
            "//",
            "/%00",
            "/;a=b",
            "/%2f",
            "/.",
            "/%zz",
            "/%",
            "/*",
            "/%c0%af",
            "/api/v1/../../secrets",
            "\\",
            "/\u00e9",
            "/%F0%9F%92%A5",
            "?",
            "#x",
            "/namespaces//pods",
            "/status/status",
            "/api/v1",
            "/watch",
            "/proxy/",
            "/log",
            "/exec?command=x",
            "/%20",
            "/ ",
            "/a b",
            "/kubernetes%2F..%2F..");

    private static final List<String> PARAMETERS = List.of(
            "labelSelector",
            "fieldSelector",
            "limit",
            "continue",
            "resourceVersion",
            "resourceVersionMatch",
            "timeoutSeconds",
            "sendInitialEvents",
            "allowWatchBookmarks",
            "dryRun",
            "fieldValidation",
            "fieldManager",
            "propagationPolicy",
            "gracePeriodSeconds",
            "includeObject",
            "pretty",
            "orphanDependents");

    private static final String ODD = "=!,()<>&%$\u0000 '\"\\/{}[]*+?.-_aZ09é💥\n";

    private final Random random;

    private Mischief(long seed) {
        // Neighbouring seeds begin alike; a few steps set them apart.
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    }

    static RawRequest of(long seed) {
        return new Mischief(seed).request();
    }

    private RawRequest request() {
        return switch (random.nextInt(12)) {
            case 0 -> truncated();
            case 1, 2 -> scrapInJson();
            case 3 -> damagedJson();
            case 4 -> protobuf();
            case 5, 6 -> patch();
            case 7, 8 -> parameters();
            case 9 -> token();
            case 10 -> path();
            default -> random.nextInt(40) == 0 ? huge() : headers();
        };
    }

    /// The beginning of a document.
    private RawRequest truncated() {
        var whole = pick(TEMPLATES);
        var body = whole.substring(0, random.nextInt(whole.length()));
        return RawRequest.of("POST", pick(COLLECTIONS), "application/json", bytes(body))
                .toBeRefused();
    }

    /// A document in which values are replaced by ones of other kinds.
    private RawRequest scrapInJson() {
        var body = scrapped(pick(TEMPLATES));
        var collection = pick(COLLECTIONS);
        return random.nextInt(3) == 0
                ? RawRequest.of("PUT", collection + "/fuzz", "application/json", bytes(body))
                : RawRequest.of("POST", collection, "application/json", bytes(body));
    }

    private String scrapped(String document) {
        var changed = document;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int colon = nth(changed, ':');
            int end = endOfValue(changed, colon + 1);
            changed = changed.substring(0, colon + 1) + pick(SCRAPS) + changed.substring(end);
        }
        return changed;
    }

    private int nth(String text, char wanted) {
        int from = text.indexOf(wanted, random.nextInt(text.length()));
        return from >= 0 ? from : Math.max(text.indexOf(wanted), 0);
    }

    private static int endOfValue(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char each = text.charAt(i);
            if ((each == ',' || each == '}' || each == ']') && depth == 0) {
                return i;
            }
            depth += each == '{' || each == '[' ? 1 : each == '}' || each == ']' ? -1 : 0;
        }
        return text.length();
    }

    private RawRequest damagedJson() {
        var body = damaged(bytes(pick(TEMPLATES)));
        if (random.nextInt(10) == 0) {
            body = bytes("{\"metadata\":".repeat(2000 + random.nextInt(20000)));
        }
        return RawRequest.of("POST", pick(COLLECTIONS), "application/json", body);
    }

    private byte[] damaged(byte[] body) {
        var changed = body.clone();
        for (int i = random.nextInt(6); i >= 0; i--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        return changed;
    }

    private RawRequest protobuf() {
        var good = random.nextBoolean()
                ? ConfigMap.builder()
                        .metadata(m -> m.name("fuzz"))
                        .putData("a", "b")
                        .build()
                        .toProtobuf()
                : Pod.builder()
                        .metadata(m -> m.name("fuzz"))
                        .spec(s -> s.addContainers(c -> c.name("c").image("i")))
                        .build()
                        .toProtobuf();
        var body = switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(good, random.nextInt(good.length));
            case 1 -> damaged(good);
            case 2 -> randomBytes(random.nextInt(200));
            default -> withTail(Arrays.copyOf(good, 4), randomBytes(random.nextInt(100)));
        };
        return RawRequest.of("POST", pick(COLLECTIONS), Envelope.MEDIA_TYPE, body);
    }

    private RawRequest patch() {
        var body = bytes(random.nextBoolean() ? scrapped(pick(PATCHES)) : pick(PATCHES));
        if (random.nextInt(3) == 0) {
            body = damaged(body);
        }
        var name = random.nextInt(4) == 0 ? "absent" : "target";
        var subresource = random.nextInt(6) == 0 ? "/status" : "";
        return RawRequest.of("PATCH", MAPS + "/" + name + subresource, pick(PATCH_TYPES), body);
    }

    private RawRequest parameters() {
        var query = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            query.append(pick(PARAMETERS))
                    .append('=')
                    .append(encoded(oddText()))
                    .append('&');
        }
        if (random.nextInt(4) == 0) {
            query.append("watch=1&timeoutSeconds=x");
        }
        var collection = pick(COLLECTIONS);
        return random.nextInt(5) == 0
                ? new RawRequest(
                        "DELETE",
                        collection + "/absent?" + query,
                        new java.util.LinkedHashMap<>(),
                        bytes(oddText()),
                        false)
                : RawRequest.get(collection + "?" + query);
    }

    private String oddText() {
        if (random.nextInt(5) == 0) {
            return pick(SCRAPS);
        }
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(ODD.charAt(random.nextInt(ODD.length())));
        }
        return text.toString();
    }

    /// Every one of these tokens is wrong.
    private RawRequest token() {
        var token = switch (random.nextInt(5)) {
            case 0 -> "Bearer ";
            case 1 -> "Bearer " + encoded(oddText());
            case 2 -> "Basic " + encoded(oddText());
            case 3 -> "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.";
            default -> "Bearer " + "a.".repeat(random.nextInt(2000)) + "b";
        };
        return RawRequest.get(pick(COLLECTIONS)).with("Authorization", token).toBeRefused();
    }

    private RawRequest path() {
        var path = random.nextBoolean() ? pick(COLLECTIONS) : "/apis";
        for (int i = random.nextInt(3); i >= 0; i--) {
            path = random.nextInt(3) == 0 ? pick(TRICKS) + path : path + pick(TRICKS);
        }
        if (random.nextInt(20) == 0) {
            path += "/" + "x".repeat(random.nextInt(100_000));
        }
        var method = pick(List.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "POST", "FOO", "get"));
        return new RawRequest(method, path, new java.util.LinkedHashMap<>(), new byte[0], false);
    }

    private RawRequest huge() {
        var body = new byte[HUGE];
        Arrays.fill(body, (byte) ' ');
        return RawRequest.of("POST", pick(COLLECTIONS), "application/json", body)
                .toBeRefused();
    }

    private RawRequest headers() {
        var request = RawRequest.of("POST", MAPS + "?dryRun=All", "application/json", bytes(TEMPLATES.getFirst()));
        return switch (random.nextInt(6)) {
            case 0 -> request.with("Content-Type", encoded(oddText()));
            case 1 -> request.with("Accept", "application/json;as=" + encoded(oddText()));
            case 2 -> request.with("Accept", ";;;q=,,x/y;v=1;q=z");
            case 3 -> request.with("Content-Length", encoded(oddText()));
            case 4 -> request.with("Impersonate-Extra-" + random.nextInt(9), "x");
            default -> request.with("Content-Encoding", "gzip");
        };
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private byte[] randomBytes(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] withTail(byte[] head, byte[] tail) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(head);
        out.writeBytes(tail);
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
