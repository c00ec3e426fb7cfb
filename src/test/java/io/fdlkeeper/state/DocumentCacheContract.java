package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class DocumentCacheContract extends StateContract {

    private static final String TEXT = "{\"fdl\":\"0.1\",\n \"author\":{\"name\":\"Zoë \ud83d\ude00\"}}\n";

    DocumentCacheContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void documentIsFoundUnderTheSameKeyTagAndSizeOnly() {
        state.documents(LAKE).keep(object("versions/1/version.json", "e1", 60), TEXT);
        for (int process = 1; process <= 2; process++) {
            var documents = state.documents(LAKE);
            assertThat(documents.find(object("versions/1/version.json", "e1", 60)))
                    .contains(TEXT);
            assertThat(documents.find(object("versions/1/version.json", "e2", 60)))
                    .isEmpty();
            assertThat(documents.find(object("versions/1/version.json", "e1", 61)))
                    .isEmpty();
            assertThat(documents.find(object("versions/2/version.json", "e1", 60)))
                    .isEmpty();
            assertThat(state.documents(OTHER_LAKE).find(object("versions/1/version.json", "e1", 60)))
                    .isEmpty();
            nextProcess();
        }
    }

    @Test
    void documentThatChangedIsFoundAsItIsNow() {
        state.documents(LAKE).keep(object("refs/heads/main", "e1", 37), "old");
        state.documents(LAKE).keep(object("refs/heads/main", "e2", 37), "new");
        assertThat(state.documents(LAKE).find(object("refs/heads/main", "e2", 37)))
                .contains("new");
        nextProcess();
        assertThat(state.documents(LAKE).find(object("refs/heads/main", "e2", 37)))
                .contains("new");
    }

    static ListedObject object(String key, String etag, long bytes) {
        return new ListedObject(new ObjectKey(key), bytes, StateUnderTest.NOW, new ETag(etag));
    }
}
