package io.fdlkeeper.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
public final class ProductVersion implements IVersionProvider {

    ProductVersion() {}

    /** Returns the version; where the program runs from its classes, a word that says so. */
    public static String number() {
        return Objects.requireNonNullElse(ProductVersion.class.getPackage().getImplementationVersion(), "(not packed)");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"fdl-keeper " + number(), "Java " + System.getProperty("java.version")};
    }
}
