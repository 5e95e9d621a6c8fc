package dev.kcm.controllers.housekeeping.resourcequota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.value.Quantity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our evaluators beside upstream's, on objects and with answers that conformance/go/quota wrote.
class UsageFactsTest {
    private static List<Json> facts = List.of();
    private static Json head = Json.NULL;
    private static List<ScopedResourceSelectorRequirement> scopes = List.of();
    private static Map<String, Evaluator<Json>> evaluators = Map.of();

    @BeforeAll
    static void read() throws IOException {
        try (var in = UsageFactsTest.class.getResourceAsStream("usage.jsonl.gz")) {
            var text = new String(new GZIPInputStream(in).readAllBytes(), StandardCharsets.UTF_8);
            var lines = text.lines().map(Json::parse).toList();
            head = lines.getFirst();
            facts = lines.subList(1, lines.size());
        }
        scopes = head.itemsAt("scopes").stream()
                .map(it -> JsonReader.of(it.toBytes()))
                .map(ScopedResourceSelectorRequirement::decode)
                .toList();
        var classes = head.itemsAt("classes").stream()
                .map(it -> DeviceClass.DEVICE_CLASSES.decodeJson(it.toBytes()))
                .toList();
        var pods = new PodEvaluator(true, Instant.parse(head.textAt("now").orElseThrow()));
        evaluators = Map.of(
                "Pod",
                reading(document -> LeanPod.of(Pod.PODS.decodeJson(document)), pods),
                "Service",
                reading(Service.SERVICES::decodeJson, new ServiceEvaluator()),
                "PersistentVolumeClaim",
                reading(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS::decodeJson, new VolumeClaimEvaluator()),
                "ResourceClaim",
                reading(
                        ResourceClaim.RESOURCE_CLAIMS::decodeJson,
                        new DeviceClaimEvaluator(classes, List.of(), List.of(), pods)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pod", "Service", "PersistentVolumeClaim", "ResourceClaim"})
    void objects_use_what_upstream_says_and_are_in_the_scopes_that_it_says(String kind) {
        var evaluator = evaluators.get(kind);
        var ofKind = facts.stream()
                .filter(it -> it.textAt("kind").orElseThrow().equals(kind))
                .toList();

        assertThat(ofKind).hasSizeGreaterThanOrEqualTo(30);
        for (var fact : ofKind) {
            var object = fact.at("object").orElseThrow();
            assertThat(printed(evaluator, object)).as(object.toText()).isEqualTo(upstreams(fact, evaluator));
            assertThat(scopesOf(evaluator, object))
                    .as(object.toText())
                    .isEqualTo(fact.itemsAt("scopes").stream().map(Json::toText).toList());
        }
    }

    @Test
    void names_are_covered_by_the_evaluators_that_upstream_says() {
        var names = texts(head.itemsAt("names"));
        for (var kind : evaluators.keySet()) {
            assertThat(names.stream().filter(evaluators.get(kind)::covers).sorted())
                    .as(kind)
                    .containsExactlyElementsOf(texts(head.itemsAt("covers", kind)));
        }
    }

    /// All but the mere number of claims, which is counted elsewhere, and what no quota could ask
    /// for: upstream also says that of each class of devices as an extended resource, whether it
    /// exists or not.
    private static Map<String, String> upstreams(Json fact, Evaluator<?> evaluator) {
        var usage = new TreeMap<String, String>();
        fact.objectAt("usage").forEach((name, amount) -> {
            if (evaluator.covers(name)) {
                usage.put(name, text(amount));
            }
        });
        return usage;
    }

    private static Map<String, String> printed(Evaluator<Json> evaluator, Json object) {
        var usage = new TreeMap<String, String>();
        evaluator.usage(object).forEach((name, amount) -> {
            if (evaluator.covers(name)) {
                usage.put(name, amount.toString());
            }
        });
        return usage;
    }

    private static List<String> scopesOf(Evaluator<Json> evaluator, Json object) {
        var in = new ArrayList<String>();
        for (int i = 0; i < scopes.size(); i++) {
            if (evaluator.isIn(scopes.get(i), object)) {
                in.add(Integer.toString(i));
            }
        }
        return in;
    }

    private static List<String> texts(List<Json> items) {
        return items.stream().map(UsageFactsTest::text).toList();
    }

    private static String text(Json value) {
        return value.toText().replace("\"", "");
    }

    @FunctionalInterface
    private interface Decoder<T> {
        T decode(byte[] document);
    }

    private static <T> Evaluator<Json> reading(Decoder<T> decoder, Evaluator<T> evaluator) {
        return new Evaluator<>() {
            @Override
            public boolean covers(String name) {
                return evaluator.covers(name);
            }

            @Override
            public boolean isIn(ScopedResourceSelectorRequirement scope, Json object) {
                return evaluator.isIn(scope, decoder.decode(object.toBytes()));
            }

            @Override
            public Map<String, Quantity> usage(Json object) {
                return evaluator.usage(decoder.decode(object.toBytes()));
            }
        };
    }
}
