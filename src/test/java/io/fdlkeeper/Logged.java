package io.fdlkeeper;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Everything this process logs while it is open: as much as a service does of others, and all there is of our own. */
final class Logged extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.fdlkeeper");
    private final Level before = root.getLevel();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Logged() {
        start();
        root.addAppender(this);
        root.setLevel(Level.INFO);
        ours.setLevel(Level.ALL);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLoggerName() + " " + event.getFormattedMessage() + " "
                + ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }

    @Override
    public void close() {
        root.detachAppender(this);
        root.setLevel(before);
        ours.setLevel(null);
        stop();
    }
}
