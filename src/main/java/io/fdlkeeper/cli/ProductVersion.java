package io.fdlkeeper.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
final class ProductVersion implements IVersionProvider {

    ProductVersion() {}

    @Override
    public String[] getVersion() {
        String built = ProductVersion.class.getPackage().getImplementationVersion();
        return new String[] {
            "fdl-keeper " + Objects.requireNonNullElse(built, "(not packed)"),
            "Java " + System.getProperty("java.version")
        };
    }
}
