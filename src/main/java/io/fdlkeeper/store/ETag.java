package io.fdlkeeper.store;

/** The store's tag for one content of one key: another content has another tag. Opaque, without quotes. */
public record ETag(String text) {

    public ETag {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an entity tag is not empty");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
