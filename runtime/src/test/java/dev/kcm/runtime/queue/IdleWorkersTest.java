package dev.kcm.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IdleWorkersTest {
    private final IdleWorkers workers = new IdleWorkers();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void who_has_waited_longest_is_called_first() throws Exception {
        seated("first");
        seated("second");
        workers.callOne();
        assertThat(told.take()).isEqualTo("first called");
        workers.callOne();
        assertThat(told.take()).isEqualTo("second called");
    }

    @Test
    void a_call_without_anybody_to_hear_it_is_no_call_for_the_next() throws Exception {
        workers.callOne();
        seated("late");
        assertThat(told).isEmpty();
        workers.callAll();
        assertThat(told.take()).isEqualTo("late called");
    }

    @Test
    void an_interrupted_worker_leaves_its_seat() throws Exception {
        var first = seated("first");
        seated("second");
        first.interrupt();
        assertThat(told.take()).isEqualTo("first interrupted");
        workers.callOne();
        assertThat(told.take()).isEqualTo("second called");
    }

    /// Called and interrupted at the same moment: either it takes the call or the next one gets it.
    @Test
    void no_call_is_lost_to_an_interruption() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            var first = seated("first");
            seated("second");
            var interrupting = Thread.startVirtualThread(first::interrupt);
            workers.callOne();
            interrupting.join();
            var ended = told.take();
            if (ended.equals("first called")) {
                workers.callAll();
                assertThat(told.take()).isEqualTo("second called");
            } else {
                assertThat(List.of(ended, told.take())).containsExactlyInAnyOrder("first interrupted", "second called");
            }
        }
    }

    /// A worker that sits when this returns, and tells how its waiting ended.
    private Thread seated(String name) throws InterruptedException {
        var isSeated = new CountDownLatch(1);
        var worker = Thread.startVirtualThread(() -> {
            var seat = workers.sit();
            isSeated.countDown();
            try {
                seat.await();
                told.add(name + " called");
            } catch (InterruptedException _) {
                told.add(name + " interrupted");
            }
        });
        isSeated.await();
        return worker;
    }
}
