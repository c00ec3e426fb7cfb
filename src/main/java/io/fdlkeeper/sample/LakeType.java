package io.fdlkeeper.sample;

/** The column types the sample uses, with their names in a DuckLake catalog and in SQL. */
enum LakeType {
    INT32("int32", "INTEGER"),
    INT64("int64", "BIGINT"),
    FLOAT64("float64", "DOUBLE"),
    VARCHAR("varchar", "VARCHAR"),
    DATE("date", "DATE"),
    TIMESTAMP("timestamp", "TIMESTAMP");

    private final String lakeName;
    private final String sqlName;

    LakeType(String lakeName, String sqlName) {
        this.lakeName = lakeName;
        this.sqlName = sqlName;
    }

    String lakeName() {
        return lakeName;
    }

    String sqlName() {
        return sqlName;
    }
}
