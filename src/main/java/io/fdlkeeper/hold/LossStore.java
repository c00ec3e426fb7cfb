package io.fdlkeeper.hold;

import java.util.List;

/** Keeps recorded losses by repository. */
public interface LossStore {

    List<Loss> list(String repository);

    void record(String repository, Loss loss);
}
