package dev.kcm.controllers.network.endpointslice;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How many endpoints a zone should be meant for.
///
/// @param minimum fewer would put more than a fifth of load too much on each
/// @param maximum more would leave too few for the others
/// @param desired what its share of the cluster's CPU comes to
record ZoneAllocation(int minimum, int maximum, double desired) {
    private static final double OVERLOAD = 0.2;

    /// What is due to each zone by its share. The minimums may come to more than there is.
    static SortedMap<String, ZoneAllocation> of(SortedMap<String, Double> shares, int endpoints) {
        var minimums = new TreeMap<String, Integer>();
        shares.forEach((zone, share) -> minimums.put(zone, (int) Math.ceil(share * endpoints * (1 / (1 + OVERLOAD)))));
        int rest = endpoints - total(minimums);
        var allocations = new TreeMap<String, ZoneAllocation>();
        minimums.forEach((zone, minimum) -> allocations.put(
                zone, new ZoneAllocation(minimum, minimum + rest, Math.max(share(shares, zone) * endpoints, minimum))));
        return allocations;
    }

    static boolean isPossible(SortedMap<String, ZoneAllocation> allocations, int endpoints) {
        return allocations.values().stream().mapToInt(ZoneAllocation::minimum).sum() <= endpoints;
    }

    /// How many endpoints go from which zone (negative) to which (positive), in whole ones: as long
    /// as somebody has one to give or misses one, and both have or miss at least half of one.
    static SortedMap<String, Integer> moves(
            SortedMap<String, ZoneAllocation> allocations, Map<String, Integer> allocated) {
        var surplus = new TreeMap<String, Double>();
        var missing = new TreeMap<String, Double>();
        allocations.forEach((zone, allocation) -> {
            double over = allocated.getOrDefault(zone, 0) - allocation.desired();
            (over > 0 ? surplus : missing).put(zone, Math.abs(over));
        });
        var moves = new TreeMap<String, Integer>();
        while (!surplus.isEmpty() && !missing.isEmpty()) {
            var giver = most(surplus);
            var taker = most(missing);
            if (Math.min(giver.getValue(), taker.getValue()) < 0.5
                    || Math.max(giver.getValue(), taker.getValue()) < 1) {
                break;
            }
            moves.merge(giver.getKey(), -1, Integer::sum);
            moves.merge(taker.getKey(), 1, Integer::sum);
            giver.setValue(giver.getValue() - 1);
            taker.setValue(taker.getValue() - 1);
        }
        return moves;
    }

    private static Map.Entry<String, Double> most(SortedMap<String, Double> amounts) {
        return amounts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    }

    private static double share(SortedMap<String, Double> shares, String zone) {
        return shares.getOrDefault(zone, 0.0);
    }

    private static int total(Map<String, Integer> numbers) {
        return numbers.values().stream().mapToInt(Integer::intValue).sum();
    }
}
