"""Lists and deletes many keys on S3 servers with fdl-keeper's store, boto3 and rclone, and prints keys per second.

A server's first filling is of its own making; before each client all keys are there again. fdl-keeper and boto3 are measured inside
of their processes, rclone as a whole process, and its deletion lists too.
"""
from __future__ import annotations

import argparse
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Callable, Dict, List, Optional, Tuple

import boto3
from botocore.config import Config

BUCKET = "benchmarks"
PREFIX = "bench/"
KEY, SECRET = "keepertest", "keepertestsecret"  # those of the store under test
BODY = b"PAR1" + b"\0" * 300
OLD = 60 * 24 * 3600
Rates = Tuple[float, float]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A child process that answers at an endpoint and can be filled again."""

    def __init__(self, name: str, command: List[str], work: Path, environment: Dict[str, str]) -> None:
        self.name = name
        self.port = free_port()
        self.endpoint = f"http://127.0.0.1:{self.port}"
        self.data = work / name
        settings = {"PORT": str(self.port), "DATA": str(self.data), "ACCESS_KEY": KEY, "SECRET_KEY": SECRET}
        words = [word.replace("{port}", str(self.port)) for word in command]
        with (work / f"{name}.log").open("wb") as log:
            self.process = subprocess.Popen(words, env={**environment, **settings}, stdout=log, stderr=log)
        self.wait()

    def wait(self) -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit(f"bench: {self.name} does not answer at {self.endpoint}")

    def client(self) -> "boto3.client":
        return boto3.client(
            "s3", endpoint_url=self.endpoint, region_name="us-east-1", aws_access_key_id=KEY, aws_secret_access_key=SECRET,
            config=Config(max_pool_connections=32, s3={"addressing_style": "path"}, retries={"max_attempts": 3}))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


def refill_mock(server: Server, keys: int) -> None:
    urllib.request.urlopen(urllib.request.Request(f"{server.endpoint}/?reset", method="PUT")).read()


def refill_folder(server: Server, keys: int) -> None:
    """Puts one object through the server, and copies of its file, with what the server noted on it, beside it."""
    client = server.client()
    if BUCKET not in [bucket["Name"] for bucket in client.list_buckets()["Buckets"]]:
        client.create_bucket(Bucket=BUCKET)
    folder = server.data / "objects" / BUCKET / PREFIX / "data" / "main"
    shutil.rmtree(folder, ignore_errors=True)
    client.put_object(Bucket=BUCKET, Key=f"{PREFIX}data/main/model", Body=BODY)
    model = folder / "model"
    notes = {name: os.getxattr(model, name) for name in os.listxattr(model)}
    model.unlink()
    then = time.time() - OLD
    for number in range(keys):
        path = folder / f"t{number % 10}" / f"ducklake-{number:032x}.parquet"
        if number < 10:
            path.parent.mkdir()
        path.write_bytes(BODY)
        for name, value in notes.items():
            os.setxattr(path, name, value)
        os.utime(path, (then, then))


def fdl_keeper(server: Server, keys: int, classpath: str) -> Rates:
    command = ["java", "-Xmx512m", "-XX:+UseSerialGC", "-cp", classpath, "io.fdlkeeper.store.s3.ListAndDelete",
               server.endpoint, BUCKET, PREFIX]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: fdl-keeper ended {done.returncode}: {done.stderr[:500]}")
    words = done.stdout.split(maxsplit=7)
    answers = words[7].strip()
    if int(words[5]) != keys or answers != f"{{DELETED={keys}}}":
        sys.exit(f"bench: fdl-keeper found {words[5]} of {keys} keys, and its deletions ended {answers}")
    return keys / float(words[1]), keys / float(words[3])


def with_boto3(server: Server, keys: int) -> Rates:
    client = server.client()
    begun = time.perf_counter()
    found = [item["Key"] for page in client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=PREFIX)
             for item in page.get("Contents", [])]
    listed = time.perf_counter()
    for at in range(0, len(found), 1000):
        answer = client.delete_objects(Bucket=BUCKET, Delete={"Objects": [{"Key": key} for key in found[at:at + 1000]]})
        if len(answer.get("Deleted", [])) != len(found[at:at + 1000]):
            sys.exit(f"bench: boto3's batch was answered by {answer}")
    ended = time.perf_counter()
    if len(found) != keys:
        sys.exit(f"bench: boto3 found {len(found)} of {keys} keys")
    return keys / (listed - begun), keys / (ended - listed)


def with_rclone(server: Server, keys: int, rclone: str) -> Rates:
    environment = {name: value for name, value in os.environ.items() if name != "AWS_CA_BUNDLE"}
    environment.update({
        "RCLONE_CONFIG_B_TYPE": "s3", "RCLONE_CONFIG_B_PROVIDER": "Other", "RCLONE_CONFIG_B_ENDPOINT": server.endpoint,
        "RCLONE_CONFIG_B_ACCESS_KEY_ID": KEY, "RCLONE_CONFIG_B_SECRET_ACCESS_KEY": SECRET,
        "RCLONE_CONFIG_B_FORCE_PATH_STYLE": "true", "RCLONE_CONFIG_B_LIST_VERSION": "2", "RCLONE_CONFIG": os.devnull})
    place = f"b:{BUCKET}/{PREFIX}"

    def timed(*words: str) -> Tuple[float, str]:
        begun = time.perf_counter()
        done = subprocess.run([rclone, *words], env=environment, capture_output=True, text=True, check=True)
        return time.perf_counter() - begun, done.stdout

    listing, names = timed("lsf", "-R", "--files-only", "--fast-list", "--use-server-modtime", place)
    if len(names.splitlines()) != keys:
        sys.exit(f"bench: rclone found {len(names.splitlines())} of {keys} keys")
    deletion, _ = timed("delete", "--fast-list", "--use-server-modtime", "--transfers", "8", "--checkers", "8", place)
    return keys / listing, keys / deletion


def measure(server: Server, refill: Callable[[Server, int], None], keys: int, runs: int,
            clients: Dict[str, Callable[[Server], Rates]]) -> None:
    for name, client in clients.items():
        rates: List[Rates] = []
        for _ in range(runs):
            refill(server, keys)
            rates.append(client(server))
        listed = statistics.median(rate[0] for rate in rates)
        deleted = statistics.median(rate[1] for rate in rates)
        print(f"{server.name:<10} {name:<12} {listed:>12,.0f} {deleted:>14,.0f}", flush=True)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("keys", type=int, nargs="?", default=50_000)
    arguments.add_argument("--runs", type=int, default=1, help="of these the median is shown")
    arguments.add_argument("--classpath", required=True)
    arguments.add_argument("--mock", help="the mock server; left out when missing")
    arguments.add_argument("--versity", help="what starts a Versity gateway; left out when missing")
    arguments.add_argument("--rclone", help="left out when missing")
    given = arguments.parse_args()
    clients: Dict[str, Callable[[Server], Rates]] = {
        "fdl-keeper": lambda server: fdl_keeper(server, given.keys, given.classpath),
        "boto3": lambda server: with_boto3(server, given.keys),
    }
    if given.rclone:
        clients["rclone"] = lambda server: with_rclone(server, given.keys, given.rclone)
    work = Path(tempfile.mkdtemp(prefix="fdl-keeper-bench-s3-", dir=Path("target").resolve()))
    print(f"{given.keys:,} keys, median of {given.runs}; keys per second")
    print(f"{'server':<10} {'client':<12} {'listed':>12} {'deleted':>14}")
    servers: List[Tuple[str, Optional[List[str]], Callable[[Server, int], None]]] = [
        ("mock", [given.mock, "-addr", "127.0.0.1:{port}", "-keys", str(given.keys)] if given.mock else None, refill_mock),
        ("versity", [given.versity] if given.versity else None, refill_folder),
    ]
    try:
        for name, command, refill in servers:
            if command is None:
                print(f"{name:<10} skipped: not installed")
                continue
            server = Server(name, command, work, dict(os.environ))
            try:
                measure(server, refill, given.keys, given.runs, clients)
            finally:
                server.stop()
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
