package dev.kcm.manager.options;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;

/// How many columns standard output has. The JDK does not say, so the system is asked as `ls` does.
public final class TerminalWidth {
    private static final int STANDARD_OUTPUT = 1;
    private static final long LINUX_GET_SIZE = 0x5413;
    private static final long MAC_GET_SIZE = 0x40087468;
    private static final int SIZE_BYTES = 8;
    private static final int COLUMNS_AT = 2;

    private TerminalWidth() {}

    /// 0 when standard output is no terminal, or nobody can tell.
    @SuppressWarnings("restricted") // The launcher grants native access.
    public static int columns() {
        try (var arena = Arena.ofConfined()) {
            var linker = Linker.nativeLinker();
            var ioctl = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("ioctl"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                    Linker.Option.firstVariadicArg(2));
            MemorySegment size = arena.allocate(SIZE_BYTES);
            boolean isMac = System.getProperty("os.name").startsWith("Mac");
            int result = (int) ioctl.invokeExact(STANDARD_OUTPUT, isMac ? MAC_GET_SIZE : LINUX_GET_SIZE, size);
            return result == 0 ? Short.toUnsignedInt(size.get(JAVA_SHORT, COLUMNS_AT)) : 0;
        } catch (Throwable _) {
            return 0; // No such call here; help is printed unwrapped.
        }
    }
}
