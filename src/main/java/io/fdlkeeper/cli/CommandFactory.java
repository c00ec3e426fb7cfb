package io.fdlkeeper.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands with the context they work in. */
final class CommandFactory implements IFactory {

    private final CommandContext context;

    CommandFactory(CommandContext context) {
        this.context = context;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == CommandContext.class) {
                return type.cast(constructor.newInstance(context));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
