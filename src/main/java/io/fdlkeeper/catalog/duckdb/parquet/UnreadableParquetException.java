package io.fdlkeeper.catalog.duckdb.parquet;

/** A file cannot be read as Parquet; the sentence never shows a value of it. */
public final class UnreadableParquetException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableParquetException(String sentence) {
        super(sentence);
    }

    /** Returns what is wrong with the file, as the end of a sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
