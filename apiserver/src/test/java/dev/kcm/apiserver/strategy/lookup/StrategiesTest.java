package dev.kcm.apiserver.strategy.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.MetadataValidation;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodStrategy;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StrategiesTest {
    private static final Resource<DynamicObject> WIDGETS = widgets();

    @Test
    void a_kind_with_a_class_has_the_strategy_of_its_class() {
        assertThat(Strategies.of(Pod.PODS)).isSameAs(PodStrategy.STRATEGY);
    }

    @Test
    void every_resource_gets_a_strategy_for_itself() {
        assertThat(Catalog.served())
                .allSatisfy(resource ->
                        assertThat(Strategies.of(resource).resource()).isEqualTo(resource));
    }

    @Test
    void a_strategy_is_built_once() {
        assertThat(Strategies.of(WIDGETS)).isSameAs(Strategies.of(widgets()));
    }

    @Test
    void a_resource_without_a_class_keeps_spec_and_status_apart_if_it_has_a_status() {
        var strategy = Strategies.of(WIDGETS);
        var stored = widget("{\"size\": 1}", "{\"ready\": true}");
        var wanted = widget("{\"size\": 2}", "{\"ready\": false}");

        assertThat(content(strategy.preparedForCreate(wanted)))
                .isEqualTo(parsed("{\"metadata\": {\"name\": \"one\"}, \"spec\": {\"size\": 2}}"));
        assertThat(content(strategy.preparedForUpdate(wanted, stored)))
                .isEqualTo(content(widget("{\"size\": 2}", "{\"ready\": true}")));
        assertThat(content(strategy.preparedForStatusUpdate(wanted, stored)))
                .isEqualTo(content(widget("{\"size\": 1}", "{\"ready\": false}")));
    }

    @Test
    void a_resource_without_a_class_and_without_a_status_is_stored_as_it_is() {
        var strategy = Strategies.of(gadgets());
        var wanted = gadget("{\"size\": 2}", "{\"ready\": false}");

        assertThat(content(strategy.preparedForCreate(wanted))).isEqualTo(content(wanted));
        assertThat(content(strategy.preparedForUpdate(wanted, gadget("{}", "{\"ready\": true}"))))
                .isEqualTo(content(wanted));
    }

    @Test
    void a_resource_without_a_class_has_the_metadata_rules_and_fields_of_all() {
        Strategy<DynamicObject> strategy = Strategies.of(WIDGETS);
        var errors = new FieldErrors();
        MetadataValidation.validate(named("Not A Name"), strategy, errors);

        assertThat(errors.isEmpty()).isFalse();
        assertThat(strategy.selectableField("metadata.name").map(read -> read.apply(named("one"))))
                .contains("one");
        assertThat(strategy.selectableField("spec.size")).isEmpty();
        assertThat(strategy.gracePeriod(named("one"), Optional.of(30L))).isEmpty();
        assertThat(strategy.garbageCollection()).isEqualTo(Strategy.GarbageCollection.DELETE_DEPENDENTS);
    }

    private static Resource<DynamicObject> widgets() {
        return DynamicObject.resource(new Resource.Names(
                "example.com",
                "v1",
                "Widget",
                "widgets",
                "widget",
                true,
                "",
                "",
                "create,delete,get,list,patch,update,watch",
                "status=Widget:get+update"));
    }

    private static Resource<DynamicObject> gadgets() {
        return DynamicObject.resource(new Resource.Names(
                "example.com", "v1", "Gadget", "gadgets", "gadget", true, "", "", "create,get,update", ""));
    }

    private static DynamicObject named(String name) {
        return DynamicObject.of(WIDGETS, parsed("{\"metadata\": {\"name\": \"%s\"}}".formatted(name)));
    }

    private static DynamicObject widget(String spec, String status) {
        return object(WIDGETS, spec, status);
    }

    private static DynamicObject gadget(String spec, String status) {
        return object(gadgets(), spec, status);
    }

    private static DynamicObject object(Resource<DynamicObject> resource, String spec, String status) {
        return DynamicObject.of(
                resource,
                parsed("{\"metadata\": {\"name\": \"one\"}, \"spec\": %s, \"status\": %s}".formatted(spec, status)));
    }

    private static JsonObject content(DynamicObject object) {
        return object.content();
    }

    private static JsonObject parsed(String text) {
        return (JsonObject) Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
