package dev.kcm.serving;

import java.util.ServiceLoader;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// Lets the library's log lines (it writes to SLF4J) out through [System.Logger], so that a program
/// without an SLF4J provider neither loses its warnings nor prints SLF4J's warning about that. A
/// program that brings a provider keeps it.
public final class LibraryLog implements SLF4JServiceProvider {
    private static final String PROVIDER = "slf4j.provider";
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ILoggerFactory loggers = LibraryLogger::new;

    /// For SLF4J, which makes the instance by reflection.
    public LibraryLog() {}

    /// To be called before the library is first touched; does nothing when someone chose already.
    public static synchronized void install() {
        if (System.getProperty(PROVIDER) != null
                || ServiceLoader.load(SLF4JServiceProvider.class).findFirst().isPresent()) {
            return;
        }
        var verbosity = System.getProperty(VERBOSITY);
        System.setProperty(PROVIDER, LibraryLog.class.getName());
        System.setProperty(VERBOSITY, "WARN");
        try {
            LoggerFactory.getILoggerFactory();
        } finally {
            System.clearProperty(PROVIDER);
            if (verbosity == null) {
                System.clearProperty(VERBOSITY);
            } else {
                System.setProperty(VERBOSITY, verbosity);
            }
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}
}
