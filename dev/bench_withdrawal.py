#!/usr/bin/env python3
"""Measures how much a find of a leaked value reads: FILES data files and VERSIONS versions that share them. See dev/bench.

usage: bench_withdrawal.py [--files 1000] [--versions 60] --program FILE

Each version names all files of the one before it and some more, as where a table grows by a load a day. A file has a row of
seventeen columns for each of 500 people. One row of one early file is the leak, and its value lies within the smallest and the
largest value of every file, so that statistics rule out none. Catalogs and files are made by DuckDB's ducklake extension.
Ends with 1 when a find answers anything but that file and every version that names it, reads a file twice, or reads more than a
fifth of what reading every file of every version reads. Needs duckdb 1.5.5 and duckdb-extension-ducklake 1.5.5.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import List, NamedTuple, Set

import duckdb

from bench_repository import Versions, ducklake, literal, put

PEOPLE_PER_FILE = 500
NOTES = 15
LEAK = "m.velden@example.invalid"
FEWER = 5
DAY = 86_400


class Failure(Exception):
    """Something that must hold does not."""


class Made(NamedTuple):
    """A repository, and what a find must answer."""
    folder: Path
    leaking: str
    versions: List[str]
    files: int
    naive_bytes: int
    data_bytes: int
    catalog_bytes: int


def rows(number: int, leaks: bool) -> str:
    """People of one file; their addresses begin with every letter, so that the leaked one lies among them."""
    address = f"chr(97 + (i % 26)::INTEGER) || '.' || md5((i * 7919 + {number})::VARCHAR)[1:10] || '@example.invalid'"
    if leaks:
        address = f"CASE WHEN i = 123 THEN {literal(LEAK)} ELSE {address} END"
    notes = ", ".join(f"md5((i * {note + 3} + {number} * 31)::VARCHAR) AS note{note}" for note in range(NOTES))
    return f"SELECT {number} * {PEOPLE_PER_FILE} + i AS id, {address} AS email, {notes} FROM range({PEOPLE_PER_FILE}) t(i)"


def make(repository: Path, files: int, count: int) -> Made:
    began = time.time() - (count + 40) * DAY
    data = repository / "data"
    data.mkdir(parents=True)
    put(repository / "fdl.json",
        json.dumps({"fdl": "0.1", "id": "3d1a6f4e-8f0b-4d55-9a57-2f6f0a4f1c11", "data_dir": "data/"}) + "\n", began)
    put(repository / "HEAD", "ref: refs/heads/main\n", began)
    versions = Versions(repository, began)
    leaking_file, naming, naive, catalogs = min(5, files - 1), [], 0, 0
    leaking = ""
    with tempfile.TemporaryDirectory() as scratch:
        working = Path(scratch) / "working.duckdb"
        written = 0
        for version in range(1, count + 1):
            until = files * version // count
            write(working, data, range(written, until), leaking_file)
            if written <= leaking_file < until:
                leaking = named(working)[leaking_file]
            written = until
            naive += sum((data / "main/people" / name).stat().st_size for name in named(working))
            content = working.read_bytes()
            catalogs += len(content)
            folder = versions.write({"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}, expired=False)
            (folder / "ducklake.duckdb").write_bytes(content)
            os.utime(folder / "ducklake.duckdb", (versions.at, versions.at))
            if leaking:
                naming.append(versions.ids[-1])
    put(repository / "refs/heads/main", versions.ids[-1] + "\n", versions.at)
    put(repository / "refs.json", json.dumps(
        {"HEAD": "refs/heads/main", "refs": {"refs/heads/main": versions.ids[-1]}}) + "\n", versions.at)
    stored = [file.stat().st_size for file in data.rglob("*.parquet")]
    return Made(repository, f"data/main/people/{leaking}", naming, len(stored), naive, sum(stored), catalogs)


def write(catalog: Path, data: Path, numbers: range, leaking: int) -> None:
    """Writes each number as one file."""
    with duckdb.connect(config={"autoinstall_known_extensions": False}) as writer:
        writer.execute(f"LOAD {literal(ducklake())}")
        writer.execute(f"ATTACH {literal('ducklake:' + str(catalog))} AS lake "
                       f"(DATA_PATH {literal(str(data) + '/')}, DATA_INLINING_ROW_LIMIT 0)")
        if numbers and numbers[0] == 0:
            writer.execute(f"CREATE TABLE lake.people AS {rows(0, False)} LIMIT 0")
        for number in numbers:
            writer.execute(f"INSERT INTO lake.people {rows(number, number == leaking)}")
        writer.execute("DETACH lake")


def named(catalog: Path) -> List[str]:
    with duckdb.connect(str(catalog), read_only=True) as lake:
        return [name for (name,) in lake.execute(
            "SELECT path FROM ducklake_data_file ORDER BY data_file_id").fetchall()]


def ask(program: Path, *words: object) -> dict:
    taken = subprocess.run([str(program), "withdraw", *map(str, words), "--json"], capture_output=True, text=True, check=False)
    if taken.returncode != 0:
        raise Failure(f"'withdraw {words[0]}' ended with {taken.returncode}: {taken.stderr[-2000:]}{taken.stdout[-2000:]}")
    return json.loads(taken.stdout)


def measure(program: Path, made: Made, state: Path) -> None:
    opened = ask(program, "open", "--location", made.folder, "--state", state, "--reason", "personal-data",
                 "--aware-since", "2026-01-01T00:00Z", "--approvals", "0")
    began = time.perf_counter()
    found = ask(program, "find", opened["case"], "--state", state, "--where", f"main.people: email = {literal(LEAK)}")
    seconds = time.perf_counter() - began
    report(made, found["scanned"], seconds)
    require(found["state"] == "FOUND", f"the find ended {found['state']}")
    files: Set[str] = {file["key"] for file in found["files"]}
    require(files == {made.leaking}, f"found {files} and not {made.leaking}")
    versions = {version["id"] for version in found["versions"] if "file" in version["because"]}
    require(versions == set(made.versions), f"found {len(versions)} versions and not {len(made.versions)}")
    require(found["scanned"]["files"] == made.files, f"{found['scanned']['files']} files were read, of {made.files}")
    require(found["scanned"]["bytes"] * FEWER <= made.naive_bytes, f"it read more than a {FEWER}th")


def report(made: Made, scanned: dict, seconds: float) -> None:
    megabytes = lambda count: f"{count / 1e6:,.1f} MB"
    print(f"\n| What is read | Bytes | Less than every file of every version |\n|---|---|---|\n"
          f"| every file of every version | {megabytes(made.naive_bytes)} | 1 |\n"
          f"| every file once | {megabytes(made.data_bytes)} | {made.naive_bytes / made.data_bytes:.1f} |\n"
          f"| by find: columns of {scanned['files']} files, and {scanned['catalogs']} catalogs of "
          f"{megabytes(made.catalog_bytes)} | {megabytes(scanned['bytes'])} | "
          f"{made.naive_bytes / max(1, scanned['bytes']):.1f} |\n\nThe find took {seconds:.1f} s, start included.")


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Failure(otherwise)


def main() -> int:
    arguments = argparse.ArgumentParser(prog="dev/bench withdrawal", description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--files", type=int, default=1_000)
    arguments.add_argument("--versions", type=int, default=60)
    arguments.add_argument("--folder", type=Path, help="where the repository is made; removed afterwards")
    arguments.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="fdl-keeper-bench-", dir=given.folder) as scratch:
        began = time.perf_counter()
        made = make(Path(scratch) / "repository", given.files, given.versions)
        print(f"{made.files} files and {given.versions} versions, made in {time.perf_counter() - began:.0f} s", flush=True)
        try:
            measure(given.program, made, Path(scratch) / "state")
        except Failure as failure:
            print(f"\nbench: {failure}", file=sys.stderr)
            return 1
        finally:
            shutil.rmtree(made.folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
