package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.controller.LiveAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a namespace holds, as far as a quota limits it.
///
/// @param counts the number of objects of kinds that were counted, by the kinds' qualified names
record NamespaceContents(
        List<LeanPod> pods,
        List<Service> services,
        List<PersistentVolumeClaim> claims,
        LiveAnswer<List<ResourceClaim>> deviceClaims,
        LiveAnswer<List<DeviceClass>> deviceClasses,
        Map<String, Integer> counts) {

    /// Whether the server answered all questions.
    boolean isComplete() {
        return !(deviceClaims instanceof LiveAnswer.Unknown<List<ResourceClaim>>)
                && !(deviceClasses instanceof LiveAnswer.Unknown<List<DeviceClass>>);
    }

    /// What is used of each of these names; of those left out it is not known.
    Map<String, Quantity> usage(Set<String> names, Scopes scopes, PodEvaluator podEvaluator) {
        var usage = new HashMap<String, Quantity>();
        count(usage, podEvaluator, pods, names, scopes);
        count(usage, new ServiceEvaluator(), services, names, scopes);
        count(usage, new VolumeClaimEvaluator(), claims, names, scopes);
        countDevices(usage, names, scopes, podEvaluator);
        for (var name : names) {
            CountedNames.kind(name)
                    .map(counts::get)
                    .ifPresent(count -> usage.put(name, Quantity.of(scopes.all().isEmpty() ? count : 0)));
        }
        return usage;
    }

    private void countDevices(
            Map<String, Quantity> usage, Set<String> names, Scopes scopes, PodEvaluator podEvaluator) {
        if (deviceClasses instanceof LiveAnswer.Unknown<List<DeviceClass>>) {
            usage.keySet().removeIf(PodEvaluator::isRequestOfExtendedResource);
        }
        var evaluator = new DeviceClaimEvaluator(known(deviceClasses), known(deviceClaims), pods, podEvaluator);
        if (deviceClaims instanceof LiveAnswer.Unknown<List<ResourceClaim>>) {
            usage.keySet().removeIf(evaluator::covers);
        } else {
            var left = covered(names, evaluator::covers);
            if (deviceClasses instanceof LiveAnswer.Unknown<List<DeviceClass>>) {
                left.removeIf(PodEvaluator::isRequestOfExtendedResource);
            }
            Amounts.addInto(usage, evaluator.total(known(deviceClaims), scopes, left));
        }
    }

    private static <T> void count(
            Map<String, Quantity> usage, Evaluator<T> evaluator, List<T> objects, Set<String> names, Scopes scopes) {
        Amounts.addInto(usage, evaluator.total(objects, scopes, covered(names, evaluator::covers)));
    }

    private static Set<String> covered(Set<String> names, Predicate<String> covers) {
        return names.stream().filter(covers).collect(Collectors.toSet());
    }

    private static <T> List<T> known(LiveAnswer<List<T>> answer) {
        return answer instanceof LiveAnswer.Found<List<T>>(var found) ? found : List.of();
    }
}
