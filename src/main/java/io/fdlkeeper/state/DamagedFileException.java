package io.fdlkeeper.state;

/** A file of ours is not whole, was changed, or is of a newer version; the message says which, as the end of a sentence. */
final class DamagedFileException extends Exception {

    private static final long serialVersionUID = 1L;

    DamagedFileException(String why) {
        super(why);
    }

    /** Turns it into the sentence a person reads. */
    StateUnreadableException of(String what, Object path, String remedy) {
        return new StateUnreadableException(what + " " + path + " " + getMessage() + "; " + remedy, this);
    }
}
