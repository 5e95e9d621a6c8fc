package dev.kcm.controllers.workload.horizontalpodautoscaler;

import java.util.Map;

/// Usage of pods measured against a target.
///
/// @param ratio above one when there is too much of it
/// @param percent of what was asked for; zero where nobody asked
/// @param average per pod, in thousandths
record UsageRatio(double ratio, int percent, long average) {

    /// What a metric of pods is measured against.
    sealed interface Goal {
        UsageRatio of(Map<String, PodSample> samples) throws MetricFailure;

        /// What a pod without a sample is taken to use when the others use too little: enough not to be in the way.
        long assumedWhenLow(String pod);
    }

    /// A share of what the pods asked for, counted in whole percent as upstream does: 88.9 % are 88.
    record Utilization(Map<String, Long> requests, int targetPercent) implements Goal {
        @Override
        public UsageRatio of(Map<String, PodSample> samples) throws MetricFailure {
            long used = 0;
            long requested = 0;
            int count = 0;
            for (var sample : samples.entrySet()) {
                var request = requests.get(sample.getKey());
                if (request != null) {
                    used += sample.getValue().milliValue();
                    requested += request;
                    count++;
                }
            }
            if (requested == 0) {
                throw new MetricFailure("no metrics returned matched known pods");
            }
            int percent = (int) (used * 100 / requested);
            return new UsageRatio((double) percent / targetPercent, percent, used / count);
        }

        @Override
        public long assumedWhenLow(String pod) {
            return requests.getOrDefault(pod, 0L) * Math.max(100, targetPercent) / 100;
        }
    }

    /// So much per pod, in thousandths.
    record Average(long targetMilliValue) implements Goal {
        @Override
        public UsageRatio of(Map<String, PodSample> samples) {
            long used =
                    samples.values().stream().mapToLong(PodSample::milliValue).sum();
            long average = used / samples.size();
            return new UsageRatio((double) average / targetMilliValue, 0, average);
        }

        @Override
        public long assumedWhenLow(String pod) {
            return targetMilliValue;
        }
    }
}
