package io.fdlkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class RunItCommandTests {

    /** Without one of them the command would reach another repository, or judge it by other settings. */
    @Test
    void everyOptionThatSaysWhichRepositoryIsRepeated() throws IllegalAccessException {
        var options = new RepositoryOptions();
        var names = new ArrayList<String>();
        for (Field field : fields()) {
            Option option = field.getAnnotation(Option.class);
            if (option != null && !option.names()[0].equals("--repo")) {
                names.add(option.names()[0]);
                field.setAccessible(true);
                field.set(options, value(field.getType()));
            }
        }
        assertThat(names).contains("--location", "--endpoint", "--state").hasSizeGreaterThan(10);

        var command = RunItCommand.of(CommandSpec.create().name("gc"), options, "s3://lake/towns/");

        assertThat(command).startsWith("fdl-keeper run gc ");
        assertThat(Arrays.asList(command.split(" "))).containsAll(names);
    }

    private static List<Field> fields() {
        var fields = new ArrayList<>(List.of(PlaceOptions.class.getDeclaredFields()));
        fields.addAll(List.of(RepositoryOptions.class.getDeclaredFields()));
        return fields;
    }

    private static Object value(Class<?> type) {
        if (type == boolean.class) {
            return true;
        }
        if (type == Integer.class) {
            return 7;
        }
        return type == List.class ? List.of("said") : "said";
    }
}
