package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.FanOut;
import dev.kcm.client.Client;
import dev.kcm.client.Failures;
import dev.kcm.client.ListQuery;
import dev.kcm.client.discovery.ServedResources;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The inventory through a controller's own client. Thread-safe.
final class ClientInventory implements Inventory {
    /// How many lists may be under way for one caller.
    private static final int WIDTH = 16;

    /// A document with holes is asked for again soon, but not by every caller at once.
    private static final Duration WITH_HOLES = Duration.ofSeconds(1);

    private final Client client;
    private final Clock clock;

    @GuardedBy("this")
    private Instant learntAt = Instant.MIN;

    @GuardedBy("this")
    private ServedKinds learnt = new ServedKinds(List.of(), Map.of());

    ClientInventory(Client client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    @Override
    public synchronized LiveAnswer<ServedKinds> served(Instant since) {
        var now = clock.instant();
        var hasHoles = !learnt.failures().isEmpty();
        if (learntAt.isBefore(since) || (hasHoles && learntAt.plus(WITH_HOLES).isBefore(now))) {
            try {
                learnt = kinds(client.discovery().fetch());
                learntAt = now;
            } catch (ApiException failed) {
                return new LiveAnswer.Unknown<>(failed.failure());
            }
        }
        return new LiveAnswer.Found<>(learnt);
    }

    @Override
    public <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace) {
        try {
            var found = new ArrayList<T>();
            client.on(resource).listAll(ListQuery.in(namespace), found::add);
            return new LiveAnswer.Found<>(found);
        } catch (ApiException failed) {
            return switch (failed.failure()) {
                case ApiFailure.NotFound _ -> new LiveAnswer.Absent<>();
                case ApiFailure.NotSupported not when not.isOfMethod() -> new LiveAnswer.Absent<>();
                default -> new LiveAnswer.Unknown<>(failed.failure());
            };
        }
    }

    @Override
    public Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
            List<? extends Resource<?>> resources, String namespace) {
        var listable = resources.stream()
                .filter(resource -> resource.verbs().contains("list"))
                .map(MetadataObject::resource)
                .toList();
        var answers = new LinkedHashMap<Resource<?>, LiveAnswer<List<MetadataObject>>>();
        try {
            var found = FanOut.over(listable, WIDTH, resource -> contents(resource, namespace));
            for (int i = 0; i < listable.size(); i++) {
                answers.put(listable.get(i), found.get(i));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            var failure = Failures.transport("Interrupted while listing " + namespace);
            listable.forEach(resource -> answers.put(resource, new LiveAnswer.Unknown<>(failure)));
        }
        return answers;
    }

    private static ServedKinds kinds(ServedResources served) {
        var failures = served.failures();
        return new ServedKinds(
                served.all().stream()
                        .filter(resource -> !failures.containsKey(resource.apiVersion()))
                        .toList(),
                failures,
                served.versions());
    }
}
