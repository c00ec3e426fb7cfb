package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@code state.json} says of the directory.
 *
 * @param format   the version of its layout and of all plain files in it
 * @param complete whether the first start came to its end, so that database and secret must be there
 */
record StateDocument(int format, boolean complete) {

    static final int FORMAT = 1;

    private static final String REMEDY = "; put it back from a backup, or " + StateFolder.ANEW;

    /** Reads the document; empty where there is none. */
    static Optional<StateDocument> read(Path file) {
        try (JsonParser in = new JsonFactory().createParser(Files.readAllBytes(file))) {
            int format = 0;
            boolean complete = false;
            require(in.nextToken() == JsonToken.START_OBJECT, file);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                if (name.equals("format") && value == JsonToken.VALUE_NUMBER_INT) {
                    format = in.getIntValue();
                } else if (name.equals("complete")) {
                    complete = value == JsonToken.VALUE_TRUE;
                } else {
                    in.skipChildren();
                }
            }
            require(in.currentToken() == JsonToken.END_OBJECT && format > 0, file);
            return Optional.of(new StateDocument(format, complete));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new StateUnreadableException(file + " is damaged" + REMEDY, e);
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    void write(StateFolder folder) {
        byte[] text =
                ("{\"format\":" + format + ",\"complete\":" + complete + "}\n").getBytes(StandardCharsets.US_ASCII);
        StateFiles.replace(folder.document(), folder.temporary(), out -> out.write(text));
    }

    private static void require(boolean isTrue, Path file) {
        if (!isTrue) {
            throw new StateUnreadableException(file + " is damaged" + REMEDY);
        }
    }
}
