-- When each schedule fired last and fires next. The times are a schedule's text, as an operator wrote it in the configuration.

CREATE TABLE fire_time (
    repository   VARCHAR(4096)               NOT NULL,
    job          VARCHAR(32)                 NOT NULL,
    times        VARCHAR(1024)               NOT NULL,
    next_due     TIMESTAMP(9) WITH TIME ZONE,
    next_at      TIMESTAMP(9) WITH TIME ZONE,
    owed         BOOLEAN                     NOT NULL,
    last_started TIMESTAMP(9) WITH TIME ZONE,
    misfires     BIGINT                      NOT NULL,
    PRIMARY KEY (repository, job)
);
