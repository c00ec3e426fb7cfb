package io.fdlkeeper.catalog.duckdb.parquet;

/** A file cannot be read as Parquet; the sentence never shows a value of it. */
public final class UnreadableParquetException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean noParquet;

    private UnreadableParquetException(String sentence, boolean noParquet) {
        super(sentence);
        this.noParquet = noParquet;
    }

    UnreadableParquetException(String sentence) {
        this(sentence, false);
    }

    static UnreadableParquetException noParquet(String sentence) {
        return new UnreadableParquetException(sentence, true);
    }

    /** Tells whether it is of another format, and not only damaged, encrypted or gone. */
    public boolean isNoParquet() {
        return noParquet;
    }

    /** Returns what is wrong with the file, as the end of a sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
