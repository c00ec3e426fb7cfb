package io.fdlkeeper.hold;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The holds that count at one moment. */
public record Holds(List<Hold> active) {

    public static final Holds NONE = new Holds(List.of());

    public Holds {
        active = List.copyOf(active);
    }

    /** Takes those of the holds that count at this moment. */
    public static Holds at(Instant now, List<Hold> holds) {
        return new Holds(holds.stream().filter(hold -> hold.isActive(now)).toList());
    }

    public Optional<Hold> on(VersionId version) {
        return first(new HoldTarget.OfVersion(version));
    }

    public Optional<Hold> on(RefName ref) {
        return first(new HoldTarget.OfRef(ref));
    }

    /** Finds a hold on the key itself or on a folder that holds it. */
    public Optional<Hold> on(ObjectKey key) {
        return active.stream()
                .filter(hold -> hold.target() instanceof HoldTarget.OfKey held
                        && (held.key().equals(key.text()) || (held.key().endsWith("/") && key.startsWith(held.key()))))
                .findFirst();
    }

    private Optional<Hold> first(HoldTarget target) {
        return active.stream().filter(hold -> hold.target().equals(target)).findFirst();
    }
}
