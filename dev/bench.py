"""Measures fdl-keeper and a straight script on the same big folder, and checks that they find the same garbage. See dev/bench."""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median_low
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

RESIDENT_LIMIT_MB = 512
HEAP = "256m"
NEEDS_APPROVAL = 4


class Measured(NamedTuple):
    """One command: what it took and what it said."""
    wall: float
    cpu: float
    resident_mb: float
    stages: List[Tuple[str, float]]
    output: str
    code: int


def boost() -> None:
    """Goes before others, so that a busy machine disturbs less; needs root."""
    os.setsid()
    try:
        Path("/proc/self/autogroup").write_text("-15", "ascii")
    except OSError:
        pass
    os.nice(-15)


def measure(command: Sequence[object], scratch: Path, boosted: bool) -> Measured:
    """Runs a command, and takes the time of each line on its standard error as the begin of a stage."""
    environment = {**os.environ, "FDL_KEEPER_JAVA_OPTS": f"{os.environ.get('FDL_KEEPER_JAVA_OPTS', '')} -Xmx{HEAP}"}
    said: List[Tuple[str, float]] = []
    answer = scratch / "answer"
    with open(answer, "wb") as out:
        began = time.perf_counter()
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.PIPE, env=environment, preexec_fn=boost if boosted else None)
        assert child.stderr is not None
        for line in child.stderr:
            said.append((line.decode("utf-8", "replace").rstrip(), time.perf_counter()))
        _, status, usage = os.wait4(child.pid, 0)
        ended = time.perf_counter()
        child.returncode = os.waitstatus_to_exitcode(status)
    stages = [("start", (said[0][1] if said else ended) - began)]
    for (name, at), (_, until) in zip(said, said[1:] + [("", ended)]):
        stages.append((name, until - at))
    return Measured(ended - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, stages,
                    answer.read_text("utf-8"), child.returncode)


class Failure(Exception):
    """Something that must hold does not."""


class Bench:

    def __init__(self, given: argparse.Namespace, scratch: Path) -> None:
        self.program: Path = given.program
        script = given.peers / "straight_gc.py"
        self.script: Optional[Path] = script if script.exists() else None
        self.runs: int = given.runs
        self.files: int = given.files
        self.boosted: bool = given.boost
        self.scratch = scratch
        self.rows: List[Tuple[str, str, Measured, int]] = []

    # --- the two programs -------------------------------------------------------------------------------------------

    def plan(self, repository: Path, state: Path) -> Measured:
        return self.ours(["plan", "gc", "--location", repository, "--trust-age", "--state", state, "--json"])

    def ours(self, words: List[object]) -> Measured:
        taken = measure([self.program, *words], self.scratch, self.boosted)
        if taken.code not in (0, NEEDS_APPROVAL):
            raise Failure(f"fdl-keeper {' '.join(map(str, words))} ended with {taken.code}: {taken.output[:2000]}\n"
                          + "\n".join(name for name, _ in taken.stages))
        return taken

    def straight(self, repository: Path, *options: str) -> Optional[Measured]:
        if self.script is None:
            return None
        taken = measure([sys.executable, self.script, repository, "--attach", *options], self.scratch, self.boosted)
        if taken.code != 0:
            raise Failure(f"the straight script ended with {taken.code}: {taken.stages}")
        return taken

    # --- what is measured -------------------------------------------------------------------------------------------

    def measure_all(self, made: Path) -> None:
        """Dry runs go over the same folder; what deletes gets a fresh copy each time."""
        for run in range(self.runs):
            last = run == self.runs - 1
            state = self.scratch / f"state-{run}"
            kept, swept = self.copy(made, f"ours-{run}"), self.copy(made, f"straight-{run}")
            dry = self.keep("plan, first run", "straight", self.straight(kept))
            first = self.keep("plan, first run", "ours", self.plan(kept, state))
            self.keep("plan, catalogs known", "ours", self.plan(kept, state))
            real = self.keep("delete", "straight", self.straight(swept, "--delete"))
            digest = json.loads(first.output)["digest"]
            done = self.keep("delete", "ours", self.ours(
                ["run", "gc", "--location", kept, "--trust-age", "--state", state, "--plan", digest, "--json"]))
            self.compare(first, done, dry, real, kept, swept)
            clean = self.keep("plan, no garbage", "ours", self.plan(kept, state))
            require(candidates(clean) == 0, "a second plan finds garbage that the first run left")
            self.keep("plan, no garbage", "straight", self.straight(kept))
            self.keep("plan, no garbage", "listing alone", self.straight(kept, "--list-only"))
            for folder in (kept, swept) if not last else (kept, swept, state):
                shutil.rmtree(folder)

    def keep(self, what: str, who: str, taken: Optional[Measured]) -> Optional[Measured]:
        if taken is not None:
            self.rows.append((what, who, taken, len(self.rows)))
            if who == "ours":
                require(taken.resident_mb <= RESIDENT_LIMIT_MB,
                        f"'{what}' took {taken.resident_mb:.0f} MB resident, more than {RESIDENT_LIMIT_MB}")
        return taken

    def copy(self, made: Path, name: str) -> Path:
        """Links every file, so that a copy costs no data; both programs only ever remove names."""
        target = self.scratch / name
        subprocess.run(["cp", "-al", str(made), str(target)], check=True)
        return target

    def compare(self, first: Measured, done: Measured, dry: Optional[Measured], real: Optional[Measured],
                kept: Path, swept: Path) -> None:
        found = candidates(first)
        deleted = json.loads(done.output)["outcomes"]["deleted"]
        require(found == deleted, f"planned {found} deletions, did {deleted}")
        if dry is None or real is None:
            return
        theirs = orphans(dry)
        require(found == theirs, f"fdl-keeper finds {found} orphans, the straight script {theirs}")
        require(orphans(real) == deleted, f"fdl-keeper deleted {deleted}, the straight script {orphans(real)}")
        require(keys(kept) == keys(swept), "the two leave different files")

    # --- the report -------------------------------------------------------------------------------------------------

    def report(self) -> None:
        groups: Dict[Tuple[str, str], List[Measured]] = {}
        for what, who, taken, _ in self.rows:
            groups.setdefault((what, who), []).append(taken)
        print("\n| What | Who | Wall s | CPU s | Peak RSS MB | Wall, ratio | CPU, ratio |\n|---|---|---|---|---|---|---|")
        for (what, who), taken in groups.items():
            theirs = groups.get((what, "straight"))
            ratios = " | "
            if who == "ours" and theirs:
                ratios = (f"{wall(taken) / wall(theirs):.2f} | {cpu(taken) / cpu(theirs):.2f}")
            print(f"| {what} | {who} | {wall(taken):.2f} | {cpu(taken):.2f} | {max(t.resident_mb for t in taken):.0f} "
                  f"| {ratios} |")
        print("\n| What | Stage | s | Per second |\n|---|---|---|---|")
        for (what, who), taken in groups.items():
            if who == "ours":
                middle = sorted(taken, key=lambda t: t.wall)[(len(taken) - 1) // 2]
                for name, seconds in middle.stages:
                    print(f"| {what} | {name} | {seconds:.2f} | {self.rate(name, seconds, middle)} |")

    def rate(self, stage: str, seconds: float, taken: Measured) -> str:
        counted = re.search(r"\((\d+)\)$", stage)
        units = self.files if stage.startswith("list data") else int(counted.group(1)) if counted else 0
        if not units or seconds < 0.001:
            return ""
        kind = "versions" if stage.startswith("read catalogs") else "keys"
        return f"{units / seconds:,.0f} {kind}"


def wall(taken: List[Measured]) -> float:
    return median_low([t.wall for t in taken])


def cpu(taken: List[Measured]) -> float:
    return median_low([t.cpu for t in taken])


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Failure(otherwise)


def candidates(taken: Optional[Measured]) -> int:
    assert taken is not None
    return json.loads(taken.output)["totals"]["candidate"]["objects"]


def orphans(taken: Measured) -> int:
    found = re.search(r"orphans (\d+)", taken.output)
    if found is None:
        raise Failure(f"the straight script tells no number of orphans: {taken.output}")
    return int(found.group(1))


def keys(repository: Path) -> List[str]:
    return sorted(os.path.relpath(os.path.join(folder, name), repository)
                  for folder, _, names in os.walk(repository / "data") for name in names)


def repository(given: argparse.Namespace, scratch: Path) -> Path:
    """Takes the folder of an earlier run where one was named."""
    made = (given.folder or scratch) / f"{given.shape}-{given.files}"
    if not made.exists():
        unfinished = made.with_name(made.name + ".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        maker = Path(__file__).with_name("bench_repository.py")
        subprocess.run([sys.executable, str(maker), str(unfinished), str(given.files), given.shape], check=True)
        unfinished.rename(made)
    return made


def main() -> int:
    arguments = argparse.ArgumentParser(prog="dev/bench", description=__doc__)
    arguments.add_argument("files", type=int, nargs="?", default=100_000)
    arguments.add_argument("shape", choices=("append", "rebuild"), nargs="?", default="append")
    arguments.add_argument("--quick", action="store_true", help="10000 files, one run of each")
    arguments.add_argument("--runs", type=int, default=3, help="how often each is measured; the lower median counts")
    arguments.add_argument("--folder", type=Path, help="where made repositories are kept for the next time")
    arguments.add_argument("--boost", action="store_true", help="raise the priority of what is measured; needs root")
    arguments.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    arguments.add_argument("--peers", type=Path, required=True, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.quick:
        given.files, given.runs = 10_000, 1
    with tempfile.TemporaryDirectory(prefix="fdl-keeper-bench-", dir=given.folder) as scratch:
        bench = Bench(given, Path(scratch))
        # Builds the program, and makes the launcher's archive of classes, which the first long command waits for once.
        subprocess.run([str(given.program), "--version"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([str(given.program), "plan", "gc", "--location", str(Path(scratch) / "nothing"), "--state",
                        str(Path(scratch) / "nothing-state")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if bench.script is None:
            print(f"bench: the straight script is not in {given.peers}, so fdl-keeper is measured alone")
        made = repository(given, Path(scratch))
        print(f"{given.files} files, {given.shape}; load {os.getloadavg()[0]:.1f}; {given.runs} runs of each", flush=True)
        try:
            bench.measure_all(made)
        except Failure as failure:
            bench.report()
            print(f"\nbench: {failure}", file=sys.stderr)
            return 1
        bench.report()
        print("\nThe same files were found and deleted." if bench.script else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
