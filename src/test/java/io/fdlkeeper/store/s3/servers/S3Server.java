package io.fdlkeeper.store.s3.servers;

/** A server that the adapter is held against. */
public enum S3Server {
    FAKE("FakeS3", "in the test's own process; does what AWS documents"),
    S3PROXY("S3Proxy 4.1.0", "a folder, through Maven"),
    MOTO("moto 5.2.5", "in memory, Python"),
    VERSITY("Versity gateway 1.8.0", "a folder, Go"),
    MINIO("MinIO", "community edition of February 2026, in a container where one can run"),
    LOCALSTACK("LocalStack core 2026.3.0", "the last open one, Python");

    private final String title;
    private final String kind;

    S3Server(String title, String kind) {
        this.title = title;
        this.kind = kind;
    }

    public String title() {
        return title;
    }

    /** Returns what it keeps objects in and how it is come by. */
    public String kind() {
        return kind;
    }
}
