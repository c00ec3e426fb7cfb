#!/usr/bin/env python3
"""Makes a big repository to measure a collection on: FILES data files in ten tables and a hundred live DuckLake 1.0 catalogs.

usage: bench_repository.py FOLDER FILES append|rebuild

append   each live version names all that the one before it named and a little more: the first names half of the files that are
         reachable, the last all of them. Catalogs are big, and nearly the same.
rebuild  each live version names files of its own only, as where a data set is built anew every day. Catalogs are small, and differ.

Of ten files three are named by nothing, and one in fifty of those is younger than any grace. One in fifty of the others is a
delete file. A hundred older versions have expired: record and mark, no catalog. All but the young files is 40 days old or more.
The empty catalog is made by DuckDB's ducklake extension; files are then added to it as rows, with the statistics of each column.
Needs duckdb 1.5.5 and duckdb-extension-ducklake 1.5.5.
"""
from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterator, List, NamedTuple, Tuple

import duckdb
import duckdb_extension_ducklake

TABLES = 10
COLUMNS = 5
LIVE = 100
EXPIRED = 100
DAY = 86_400
YOUNGEST_OLD_FILE = 40 * DAY
ROWS_PER_FILE = 1


class DataFile(NamedTuple):
    number: int
    table: int
    name: str
    is_delete: bool
    is_named: bool
    is_young: bool

    @property
    def key(self) -> str:
        return f"data/main/t{self.table}/{self.name}"


def uuid7(milliseconds: int, seed: str) -> str:
    """A UUIDv7 whose random part comes from the seed, so that the same repository is made every time."""
    noise = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:10], "big")
    value = (milliseconds << 80) | noise
    value = value & ~(0xF << 76) | (7 << 76)
    value = value & ~(0x3 << 62) | (2 << 62)
    text = f"{value:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def data_files(count: int, began: float) -> Iterator[DataFile]:
    """Files as writers leave them: names in the order of time, one table after the other."""
    for number in range(count):
        is_named = number % 10 not in (2, 5, 8)
        is_young = not is_named and number // 10 % 50 == 17
        is_delete = is_named and number // 10 % 35 == 3 and number % 10 == 0
        milliseconds = int((began + number) * 1000)
        name = f"ducklake-{uuid7(milliseconds, f'file {number}')}{'-delete' if is_delete else ''}.parquet"
        yield DataFile(number, number // 10 % TABLES, name, is_delete, is_named, is_young)


def literal(text: object) -> str:
    return "'" + str(text).replace("'", "''") + "'"


def ducklake() -> Path:
    package = Path(list(duckdb_extension_ducklake.__path__)[0])
    return next(iter(sorted(package.rglob("ducklake.duckdb_extension"))))


def parquet_bytes(scratch: Path) -> bytes:
    file = scratch / "one.parquet"
    columns = ", ".join(f"{column}::BIGINT AS c{column}" for column in range(COLUMNS))
    duckdb.execute(f"COPY (SELECT {columns}) TO {literal(file)} (FORMAT parquet)")
    return file.read_bytes()


def write_data(repository: Path, files: List[DataFile], body: bytes, now: float) -> None:
    for table in range(TABLES):
        (repository / f"data/main/t{table}").mkdir(parents=True)
    for file in files:
        path = os.path.join(repository, file.key)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        os.write(handle, body)
        os.close(handle)
        if not file.is_young:
            written = now - YOUNGEST_OLD_FILE
            os.utime(path, (written, written))


def empty_catalog(file: Path, data: Path) -> None:
    with duckdb.connect(config={"autoinstall_known_extensions": False}) as writer:
        writer.execute(f"LOAD {literal(ducklake())}")
        writer.execute(f"ATTACH {literal('ducklake:' + str(file))} AS lake (DATA_PATH {literal(str(data) + '/')})")
        for table in range(TABLES):
            columns = ", ".join(f"c{column} BIGINT" for column in range(COLUMNS))
            writer.execute(f"CREATE TABLE lake.t{table} ({columns})")
        writer.execute("DETACH lake")


def add_files(catalog: Path, listed: Path, first: int, end: int, size: int) -> None:
    """Adds the named files from one rank to another, as DuckLake itself would write their rows."""
    with duckdb.connect(str(catalog), config={"threads": 2}) as lake:
        lake.execute(f"CREATE TEMP TABLE file AS SELECT f.*, t.table_id FROM read_csv({literal(listed)}, header = true, "
                     f"all_varchar = false) f JOIN ducklake_table t ON t.table_name = 't' || f.t "
                     f"WHERE rank >= {first} AND rank < {end}")
        lake.execute(
            "INSERT INTO ducklake_data_file (data_file_id, table_id, begin_snapshot, path, path_is_relative, file_format,"
            " record_count, file_size_bytes, footer_size, row_id_start) SELECT number, table_id, 10, name, true, 'parquet',"
            f" {ROWS_PER_FILE}, {size}, 300, number FROM file WHERE NOT is_delete ORDER BY number")
        lake.execute(
            "INSERT INTO ducklake_delete_file (delete_file_id, table_id, begin_snapshot, data_file_id, path,"
            " path_is_relative, format, delete_count, file_size_bytes, footer_size) SELECT number, table_id, 10, number + 1,"
            f" name, true, 'parquet', 1, {size}, 300 FROM file WHERE is_delete ORDER BY number")
        lake.execute(
            "INSERT INTO ducklake_file_column_stats (data_file_id, table_id, column_id, column_size_bytes, value_count,"
            " null_count, min_value, max_value) SELECT number, table_id, c, 38, 1, 0, (number * 11 + c)::VARCHAR,"
            f" (number * 13 + c)::VARCHAR FROM file, range(1, {COLUMNS + 1}) columns(c) WHERE NOT is_delete"
            " ORDER BY number, c")
        lake.execute("CHECKPOINT")


def ranks(shape: str, version: int, named: int) -> Tuple[int, int]:
    """Which of the named files a live version (1 to LIVE) adds to the catalog it began with."""
    if shape == "rebuild":
        return named * (version - 1) // LIVE, named * version // LIVE
    reached = lambda v: int(named * (0.5 + 0.5 * v / LIVE)) if v else 0
    return reached(version - 1), reached(version)


def put(path: Path, text: str, at: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, (at, at))


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Versions:
    """Writes version after version, each the child of the one before."""

    def __init__(self, repository: Path, began: float) -> None:
        self.repository = repository
        self.at = began
        self.ids: List[str] = []

    def write(self, catalog: dict, expired: bool) -> Path:
        self.at += 3600
        version = self.next_id()
        folder = self.repository / "versions" / version
        record = {
            "fdl": "0.1", "id": version, "seq": len(self.ids) + 1, "parents": self.ids[-1:],
            "created_at": moment(self.at), "author": {"name": "writer"}, "message": f"version {len(self.ids) + 1}",
            "catalog": {"path": "ducklake.duckdb", "storage": "v1.5.0", **catalog},
            "dataset": {"path": "dataset.json"},
            "ducklake": {"format": "1.0", "snapshot_id": 10, "snapshots": [0, 10]},
        }
        put(folder / "dataset.json", json.dumps({"name": "bench"}) + "\n", self.at)
        put(folder / "version.json", json.dumps(record, indent=2) + "\n", self.at)
        if expired:
            put(folder / "expired.json",
                json.dumps({"expired_at": moment(self.at), "reason": "retention"}) + "\n", self.at)
        self.ids.append(version)
        return folder

    def next_id(self) -> str:
        return uuid7(int((self.at) * 1000), f"version {len(self.ids)}")


def write_live(repository: Path, shape: str, files: List[DataFile], size: int, versions: Versions,
               scratch: Path) -> int:
    named = [file for file in files if file.is_named]
    listed = scratch / "named.csv"
    with open(listed, "w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(("rank", "number", "t", "name", "is_delete"))
        rows.writerows((rank, f.number, f.table, f.name, f.is_delete) for rank, f in enumerate(named))
    template, working = scratch / "empty.duckdb", scratch / "working.duckdb"
    empty_catalog(template, repository / "data")
    references = 0
    for version in range(1, LIVE + 1):
        if shape == "rebuild" or version == 1:
            shutil.copyfile(template, working)
            references_here = 0
        first, end = ranks(shape, version, len(named))
        add_files(working, listed, first, end, size)
        references_here += end - first
        references += references_here
        content = working.read_bytes()
        folder = versions.write({"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}, expired=False)
        (folder / "ducklake.duckdb").write_bytes(content)
        os.utime(folder / "ducklake.duckdb", (versions.at, versions.at))
    return references


def make(repository: Path, count: int, shape: str) -> None:
    now = time.time()
    # The last version and its files are as old as the youngest file that is not young.
    began = now - YOUNGEST_OLD_FILE - (EXPIRED + LIVE + 1) * 3600
    repository.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        body = parquet_bytes(scratch)
        files = list(data_files(count, began - count))
        write_data(repository, files, body, now)
        put(repository / "fdl.json",
            json.dumps({"fdl": "0.1", "id": "3d1a6f4e-8f0b-4d55-9a57-2f6f0a4f1c10", "data_dir": "data/"}) + "\n", began)
        put(repository / "HEAD", "ref: refs/heads/main\n", began)
        versions = Versions(repository, began)
        for _ in range(EXPIRED):
            versions.write({"bytes": 1, "sha256": "0" * 64}, expired=True)
        references = write_live(repository, shape, files, len(body), versions, scratch)
        head, first = versions.ids[-1], versions.ids[EXPIRED]
        put(repository / "refs/heads/main", head + "\n", versions.at)
        put(repository / "refs/tags/first", first + "\n", versions.at)
        put(repository / "refs.json", json.dumps({"HEAD": "refs/heads/main", "refs": {
            "refs/heads/main": head, "refs/tags/first": first}}) + "\n", versions.at)
    orphans = sum(not file.is_named for file in files)
    young = sum(file.is_young for file in files)
    print(f"{count} files, {orphans} named by nothing ({young} of them young), {LIVE} live catalogs with {references} "
          f"references, {EXPIRED} expired versions; made in {time.time() - now:.0f} s")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("files", type=int)
    arguments.add_argument("shape", choices=("append", "rebuild"))
    given = arguments.parse_args()
    make(given.folder.resolve(), given.files, given.shape)
    return 0


if __name__ == "__main__":
    sys.exit(main())
