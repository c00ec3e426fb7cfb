package io.fdlkeeper.withdrawal.removal;

/** Looks from outside whether something is still served. */
@FunctionalInterface
public interface PublicAddresses {

    /** Asks an address for its headers, once. */
    Answer look(String address);

    /** What an address answered. */
    sealed interface Answer {

        /** It says that there is nothing any more: 404 or 410. */
        record Gone() implements Answer {}

        /** It says something else. */
        record Other(int status) implements Answer {}

        /** Nobody answered, so nothing is known. */
        record NoAnswer(String why) implements Answer {}
    }
}
