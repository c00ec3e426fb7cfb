#!/usr/bin/env python3
"""Checks with the real DuckLake extension that keeping a repository bounded loses nothing a reader may need.

Makes a sample repository and moves it, so that no catalog's own data path leads anywhere. Reads every row of every table
at every kept snapshot of every live version, runs retention and garbage collection, and reads again.
The extension is DuckDB's own (1.5.5), not a part of fdl-keeper: it cannot share a mistake with it.
"""
from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, List, Tuple

import duckdb
import duckdb_extension_ducklake

Fingerprints = Dict[str, Dict[Tuple[str, int], Tuple[int, str]]]  # version -> (table, snapshot) -> (rows, digest)
NEEDS_APPROVAL = 4


class Failure(Exception):
    """A promise that does not hold."""


def literal(text: Any) -> str:
    return "'" + str(text).replace("'", "''") + "'"


def ducklake() -> Path:
    package = Path(list(duckdb_extension_ducklake.__path__)[0])
    return next(iter(sorted(package.rglob("ducklake.duckdb_extension"))))


def live_versions(repository: Path) -> List[Path]:
    """Folders with a record and without a mark: what a reader may open."""
    return [folder for folder in sorted((repository / "versions").iterdir())
            if (folder / "version.json").exists() and not (folder / "expired.json").exists()]


def read_version(repository: Path, folder: Path) -> Dict[Tuple[str, int], Tuple[int, str]]:
    """Attaches one frozen catalog as a reader does and digests every table at every snapshot it kept."""
    record = json.loads((folder / "version.json").read_text("utf-8"))
    catalog = folder / record["catalog"]["path"]
    data = repository / json.loads((repository / "fdl.json").read_text("utf-8"))["data_dir"]
    found = {}
    with duckdb.connect(config={"threads": 1, "autoinstall_known_extensions": False}) as reader:
        reader.execute(f"LOAD {literal(ducklake())}")
        reader.execute(f"ATTACH {literal('ducklake:' + str(catalog))} AS lake "
                       f"(READ_ONLY, DATA_PATH {literal(str(data) + '/')}, OVERRIDE_DATA_PATH true)")
        seen = reader.execute(
            "SELECT t.table_name, s.snapshot_id FROM __ducklake_metadata_lake.ducklake_snapshot s "
            "JOIN __ducklake_metadata_lake.ducklake_table t ON t.begin_snapshot <= s.snapshot_id "
            "AND (t.end_snapshot IS NULL OR s.snapshot_id < t.end_snapshot) ORDER BY ALL").fetchall()
        for table, snapshot in seen:
            # Rows are read and sorted as text: a bare count is answered from statistics, even where a file is gone.
            rows = ("SELECT count(*), md5(coalesce(string_agg(r::VARCHAR, chr(10) ORDER BY r::VARCHAR), '')) "
                    f'FROM (FROM lake.main."{table}" AT (VERSION => {snapshot})) r')
            try:
                found[table, snapshot] = reader.execute(rows).fetchall()[0]
            except duckdb.Error as error:
                raise Failure(f"{folder.name}: {table} cannot be read at snapshot {snapshot}: {error}") from error
    for table in json.loads((folder / record["dataset"]["path"]).read_text("utf-8"))["tables"]:
        rows, _ = found[table["name"], record["ducklake"]["snapshot_id"]]
        if rows != table["rows"]:
            raise Failure(f"{folder.name}: {table['name']} has {rows} rows, dataset.json says {table['rows']}")
    return found


def read_all(repository: Path) -> Fingerprints:
    folders = live_versions(repository)
    with ThreadPoolExecutor(os.cpu_count()) as readers:
        tables = readers.map(lambda folder: read_version(repository, folder), folders)
        return {folder.name: read for folder, read in zip(folders, tables)}


def data_files(repository: Path) -> Dict[str, int]:
    return {str(f.relative_to(repository)): f.stat().st_size for f in (repository / "data").rglob("*") if f.is_file()}


def keeper(program: Path, *arguments: Any) -> Tuple[int, Dict[str, Any]]:
    """Runs one command with --json; answers its exit code and what it said."""
    command = [str(program), *map(str, arguments), "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return run.returncode, json.loads(run.stdout)
    except ValueError:
        raise Failure(f"{' '.join(command)} ended {run.returncode} and did not answer JSON:\n"
                      f"{run.stdout}{run.stderr}") from None


def run_job(program: Path, job: str, *arguments: Any) -> Dict[str, Any]:
    """Runs a job; where the plan needs a person, says its digest as a person would."""
    code, answer = keeper(program, "run", job, *arguments)
    if code == NEEDS_APPROVAL and answer.get("needsApproval"):
        print(f"  {job}: needs approval because of {', '.join(answer['needsApproval'])}; named by its digest")
        code, answer = keeper(program, "run", job, *arguments, "--plan", answer["digest"])
    if code != 0:
        raise Failure(f"run {job} ended {code}: {json.dumps(answer)[:2000]}")
    return answer


def compare(before: Fingerprints, after: Fingerprints) -> None:
    for version, tables in after.items():
        if tables != before[version]:
            different = [key for key in before[version] if before[version][key] != tables.get(key)]
            raise Failure(f"{version} no longer reads the same: {different}")


def check_marks(repository: Path, retained: Dict[str, Any], before: Fingerprints) -> None:
    expired = {item["version"] for item in retained["items"]}
    gone = set(before) - {folder.name for folder in live_versions(repository)}
    if not expired:
        raise Failure("retention expired no version of the sample")
    if expired != gone:
        raise Failure(f"retention says it expired {sorted(expired)}, but no longer live are {sorted(gone)}")
    for version in expired:
        mark = repository / "versions" / version / "expired.json"
        if json.loads(mark.read_text("utf-8"))["reason"] != "retention":
            raise Failure(f"{mark} does not say why")
        if (mark.parent / "ducklake.duckdb").exists():
            raise Failure(f"{version} is marked, but its catalog is still there")


def check_freed(before: Dict[str, int], after: Dict[str, int], collected: Dict[str, Any]) -> None:
    gone = set(before) - set(after)
    said = {item["key"] for item in collected["items"] if item.get("result") == "deleted"}
    if not gone:
        raise Failure("garbage collection deleted no data file of the sample")
    if gone != {key for key in said if key.startswith("data/")}:
        raise Failure(f"collection says it deleted {len(said)} objects, but {len(gone)} data files are gone")
    print(f"  collection: {len(gone)} of {len(before)} data files deleted, "
          f"{sum(before[key] for key in gone):,} of {sum(before.values()):,} bytes freed")


def rows_of(fingerprints: Fingerprints) -> str:
    tables = [seen for version in fingerprints.values() for seen in version.values()]
    return f"{len(fingerprints)} live versions, {len(tables)} tables at snapshots, {sum(n for n, _ in tables):,} rows read"


def check(program: Path, work: Path, keep: int, grace: str) -> None:
    made, repository, state = work / "made", work / "moved", work / "state"
    subprocess.run([str(program), "sample", str(made)], check=True, stdout=subprocess.DEVNULL)
    made.rename(repository)
    started = time.monotonic()
    before, files = read_all(repository), data_files(repository)
    print(f"before: {rows_of(before)} in {time.monotonic() - started:.0f} s")
    location = ("--location", repository, "--state", state)
    retained = run_job(program, "retention", *location, "--keep", keep)
    check_marks(repository, retained, before)
    kept = live_versions(repository)
    print(f"retention: {len(before) - len(kept)} of {len(before)} versions expired, each with its mark")
    collected = run_job(program, "gc", *location, "--trust-age", "--grace", grace)
    if live_versions(repository) != kept:
        raise Failure("garbage collection changed which versions are live")
    started = time.monotonic()
    after = read_all(repository)
    compare(before, after)
    check_freed(files, data_files(repository), collected)
    print(f"after: {rows_of(after)} in {time.monotonic() - started:.0f} s, all as before")


def read_only(repository: Path) -> int:
    try:
        print(rows_of(read_all(repository)))
    except Failure as failure:
        print(f"check-sample: {failure}", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--program", type=Path, required=True, help="the fdl-keeper launcher")
    arguments.add_argument("--keep", type=int, default=30, help="newest versions to keep on each branch")
    arguments.add_argument("--grace", default="P7D", help="grace of the collection")
    arguments.add_argument("--read-only", type=Path, metavar="DIR", help="only read the repository in DIR")
    given = arguments.parse_args()
    if given.read_only:
        return read_only(given.read_only.resolve())
    work = Path(tempfile.mkdtemp(prefix="fdl-keeper-check-"))
    try:
        check(given.program.resolve(), work, given.keep, given.grace)
    except Failure as failure:
        print(f"check-sample: {failure}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
