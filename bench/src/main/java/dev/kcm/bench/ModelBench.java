package dev.kcm.bench;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.wire.Envelope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/// Measures the model on a PodList as the API server sends it: `ModelBench lean|full FILE ROUNDS`
/// prints the number of pods, the retained heap per pod in bytes and the median time of a warm
/// decode in milliseconds, after as many decodes that only warm up. managedFields are dropped. The
/// pool's own memory counts. One kind per run, so that neither warms the other up.
public final class ModelBench {
    private ModelBench() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            System.err.println("usage: ModelBench lean|full FILE ROUNDS");
            System.exit(2);
        }
        byte[] document = content(Path.of(arguments[1]));
        int rounds = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case "lean" -> measure(document, rounds, () -> LeanPod.PODS);
            case "full" -> measure(document, rounds, () -> Pod.PODS);
            default -> throw new IllegalArgumentException("lean or full, not " + arguments[0]);
        }
    }

    private static void measure(byte[] document, int rounds, Supplier<Resource<? extends KubeObject>> pods) {
        long before = heapInUse();
        List<KubeObject> cache = decode(document, pods.get());
        long retained = heapInUse() - before;
        int count = cache.size();
        for (int round = 0; round < rounds; round++) {
            cache = decode(document, pods.get());
        }
        long[] nanos = new long[rounds];
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            cache = decode(document, pods.get());
            nanos[round] = System.nanoTime() - start;
        }
        if (cache.size() != count) {
            throw new IllegalStateException("two decodes of one list differ");
        }
        Arrays.sort(nanos);
        System.out.printf("%d %.0f %.1f%n", count, (double) retained / count, nanos[rounds / 2] / 1e6);
    }

    private static List<KubeObject> decode(byte[] document, Resource<? extends KubeObject> pods) {
        List<KubeObject> cache = new ArrayList<>();
        pods.decodeList(Envelope.open(document).content().withoutManagedFields(), cache::add);
        return cache;
    }

    private static byte[] content(Path file) throws IOException {
        byte[] data = Files.readAllBytes(file);
        boolean isZipped = data.length > 1 && data[0] == 0x1f && data[1] == (byte) 0x8b;
        return isZipped ? new GZIPInputStream(new ByteArrayInputStream(data)).readAllBytes() : data;
    }

    private static long heapInUse() {
        for (int times = 0; times < 4; times++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
