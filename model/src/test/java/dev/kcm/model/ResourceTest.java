package dev.kcm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodList;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.wire.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ResourceTest {
    private static final Pod A = Pod.EMPTY.withMetadata(m -> m.name("a").namespace("x"));
    private static final Pod B = Pod.EMPTY.withMetadata(m -> m.name("b").namespace("x"));

    @Test
    void a_descriptor_knows_its_names_and_paths() {
        assertThat(Deployment.DEPLOYMENTS.path("web")).isEqualTo("/apis/apps/v1/namespaces/web/deployments");
        assertThat(Deployment.DEPLOYMENTS.path()).isEqualTo("/apis/apps/v1/deployments");
        assertThat(Deployment.DEPLOYMENTS.apiVersion()).isEqualTo("apps/v1");
        assertThat(Deployment.DEPLOYMENTS.shortNames()).containsExactly("deploy");
        assertThat(Deployment.DEPLOYMENTS).hasToString("deployments.apps");
        assertThat(Node.NODES.path(ObjectKey.of("n"))).isEqualTo("/api/v1/nodes/n");
        assertThat(Deployment.DEPLOYMENTS.subresource("scale").orElseThrow().kind())
                .isEqualTo("Scale");
        assertThat(Deployment.DEPLOYMENTS.subresource("scale").orElseThrow().group())
                .isEqualTo("autoscaling");
    }

    @Test
    void the_catalog_finds_every_resource_by_plural_and_kind() {
        assertThat(Catalog.byPlural("apps", "v1", "deployments")).contains(Deployment.DEPLOYMENTS);
        assertThat(Catalog.byKind("", "v1", "Pod")).contains(Pod.PODS);
        assertThat(Catalog.byPlural("apps", "v1", "pods")).isEmpty();
        assertThat(Catalog.served()).hasSizeGreaterThan(90);
        for (Resource<?> resource : Catalog.served()) {
            assertThat(Catalog.byPlural(resource.group(), resource.version(), resource.plural()))
                    .contains(resource);
            assertThat(Catalog.byKind(resource.group(), resource.version(), resource.kind()))
                    .contains(resource);
            assertThat(resource.subresources())
                    .allSatisfy(part -> assertThat(part.kind()).isNotEmpty());
        }
        Set<?> distinct = Catalog.served().stream().collect(Collectors.toSet());
        assertThat(distinct).hasSameSizeAs(Catalog.served());
    }

    @Test
    void lists_are_those_of_the_list_type() {
        ListMeta metadata =
                ListMeta.builder().resourceVersion("7").continue_("more").build();
        PodList list =
                PodList.builder().metadata(metadata).addItems(A).addItems(B).build();
        assertThat(Pod.PODS.encodeListProtobuf(metadata, List.of(A, B))).isEqualTo(list.toProtobuf());
        assertThat(Pod.PODS.encodeListJson(metadata, List.of(A, B))).isEqualTo(list.toJson());
        List<Pod> items = new ArrayList<>();
        assertThat(Pod.PODS.decodeList(Envelope.open(list.toProtobuf()).content(), items::add))
                .isEqualTo(metadata);
        assertThat(Pod.PODS.decodeList(JsonReader.of(list.toJson()), items::add))
                .isEqualTo(metadata);
        assertThat(items).containsExactly(A, B, A, B);
    }

    @Test
    void metadata_is_read_from_whole_objects_and_from_partial_ones() {
        Resource<MetadataObject> pods = MetadataObject.resource(Pod.PODS);
        MetadataObject partial = pods.decodeProtobuf(A.toProtobuf());
        assertThat(partial.metadata()).isEqualTo(A.metadata());
        assertThat(pods.decodeJson(A.toJson())).isEqualTo(partial);
        assertThat(pods.decodeProtobuf(pods.encodeProtobuf(partial))).isEqualTo(partial);
        assertThat(pods).isEqualTo(Pod.PODS);
        assertThat(new String(pods.encodeJson(partial), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"a\",\"namespace\":\"x\"}}");
    }

    @Test
    void objects_of_unknown_kinds_are_trees_with_metadata() {
        Resource<DynamicObject> crontabs = DynamicObject.resource(
                new Resource.Names("example.com", "v1", "CronTab", "crontabs", "crontab", true, "", "", "", ""));
        String document =
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"CronTab\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"n\":1}}";
        DynamicObject crontab = crontabs.decodeJson(document.getBytes(StandardCharsets.UTF_8));
        assertThat(crontab.name()).isEqualTo("a");
        assertThat(crontabs.encodeJson(crontab))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(document);
        DynamicObject labelled = crontab.withMetadata(
                crontab.metadata().toBuilder().putLabels("x", "y").build());
        assertThat(((JsonObject) labelled.content()).get("metadata"))
                .contains(Json.parse("{\"name\":\"a\",\"labels\":{\"x\":\"y\"}}"));
        assertThatThrownBy(() -> crontabs.encodeProtobuf(crontab)).hasMessageContaining("JSON only");
    }

    @Test
    void keys_are_read_and_written() {
        assertThat(ObjectKey.parse("a/b")).isEqualTo(ObjectKey.of("a", "b")).hasToString("a/b");
        assertThat(ObjectKey.parse("n")).isEqualTo(ObjectKey.of("n")).hasToString("n");
        assertThatThrownBy(() -> ObjectKey.parse("a/b/c")).hasMessageContaining("write namespace/name");
    }
}
