package dev.kcm.apiserver.strategy.apps;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatefulSetStrategyTest {
    private static final Strategy<StatefulSet> STRATEGY = StatefulSetStrategy.STRATEGY;

    @Test
    void containers_may_mount_what_is_claimed_for_their_pod() {
        assertThatCode(() -> create(mounting("data", "data"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> create(mounting("data", "logs")))
                .hasMessageContaining("spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"logs\"");
    }

    private static StatefulSet mounting(String claimed, String mounted) {
        return STRATEGY.defaulted(StatefulSet.builder()
                .metadata(it -> it.namespace("default").name("db"))
                .spec(spec -> spec.selector(it -> it.putMatchLabels("app", "db"))
                        .template(template -> template.metadata(it -> it.putLabels("app", "db"))
                                .spec(pod -> pod.addContainers(main -> main.name("main")
                                        .image("postgres")
                                        .addVolumeMounts(
                                                mount -> mount.name(mounted).mountPath("/data")))))
                        .volumeClaimTemplates(List.of(PersistentVolumeClaim.builder()
                                .metadata(it -> it.name(claimed))
                                .build())))
                .build());
    }

    private static void create(StatefulSet set) {
        var errors = new FieldErrors();
        STRATEGY.validate(STRATEGY.preparedForCreate(set), errors);
        errors.throwIfAny(StatefulSet.STATEFUL_SETS, set.name());
    }
}
