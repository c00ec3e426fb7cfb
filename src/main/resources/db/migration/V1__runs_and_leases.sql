-- What is kept of runs, and who may act on a repository. No object key and no free text enters here:
-- a key can hold a column's value, and a database keeps what was deleted in old pages.

CREATE TABLE run (
    id          VARCHAR(128)                NOT NULL PRIMARY KEY,
    repository  VARCHAR(4096)               NOT NULL,
    job         VARCHAR(32)                 NOT NULL,
    actor       VARCHAR(1024)               NOT NULL,
    started_at  TIMESTAMP(9) WITH TIME ZONE NOT NULL,
    ended_at    TIMESTAMP(9) WITH TIME ZONE,
    outcome     VARCHAR(32),
    plan_digest VARCHAR(64)
);

CREATE INDEX run_by_start ON run (started_at, id);

CREATE INDEX run_by_repository ON run (repository, started_at, id);

CREATE TABLE run_stage (
    run        VARCHAR(128)                NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq        INTEGER                     NOT NULL,
    name       VARCHAR(128)                NOT NULL,
    started_at TIMESTAMP(9) WITH TIME ZONE NOT NULL,
    ended_at   TIMESTAMP(9) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (run, seq)
);

CREATE TABLE run_statistic (
    run   VARCHAR(128) NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    name  VARCHAR(256) NOT NULL,
    count BIGINT       NOT NULL,
    PRIMARY KEY (run, name)
);

-- One row for each repository that ever had a lease; the fence only grows, so an old holder can be told from the newest.
CREATE TABLE lease (
    repository      VARCHAR(4096)               NOT NULL PRIMARY KEY,
    fence           BIGINT                      NOT NULL,
    holder          VARCHAR(256),
    taken_at        TIMESTAMP(9) WITH TIME ZONE NOT NULL,
    process         VARCHAR(64)                 NOT NULL,
    pid             BIGINT                      NOT NULL,
    host            VARCHAR(256)                NOT NULL,
    process_started TIMESTAMP(9) WITH TIME ZONE NOT NULL
);
