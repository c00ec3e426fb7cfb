#!/usr/bin/env python3
"""Runs the pod that helm/fdl-keeper renders as a container: its command, environment, user, limits and volumes, a root file
system that is only read, no capability and no network. Asks its probes, lets a collection run beside it, and stops it.

The image is empty; what the program needs is taken from a root file system in which the distribution is installed.
Needs root, a container engine, and PyYAML. Called by dev/check-deploy.
"""
import argparse
import glob
import json
import os
import pathlib
import subprocess
import sys
import time

import yaml

IMAGE = "fdl-keeper-empty:local"
NAME = f"fdl-keeper-pod-{os.getpid()}"
VALUES = {
    "config": {"repositories": [{"name": "sample", "location": "/repositories/sample"}]},
    "extraVolumes": [{"name": "repositories", "persistentVolumeClaim": {"claimName": "repositories"}}],
    "extraVolumeMounts": [{"name": "repositories", "mountPath": "/repositories"}],
}


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def make_image(folder):
    """An image that holds nothing but the names a merged /usr needs, and the places where the pod mounts something."""
    root = folder / "image"
    for path in ("usr", "etc", "tmp", "var/lib/fdl-keeper", "var/cache/fdl-keeper", "etc/fdl-keeper", "repositories"):
        (root / path).mkdir(parents=True)
    for name in ("bin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    tar = subprocess.run(["tar", "-C", root, "-c", "."], check=True, capture_output=True).stdout
    subprocess.run(["docker", "import", "-", IMAGE], check=True, capture_output=True, input=tar)


def mounts_of(pod, container, objects, folder):
    """Each volume as the kind it is: a claim is a folder of its group, a config map is read-only, an empty folder is memory."""
    group = pod["securityContext"]["fsGroup"]
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    for mount in container["volumeMounts"]:
        volume, path = volumes[mount["name"]], mount["mountPath"]
        if "emptyDir" in volume:
            yield f"--tmpfs={path}:rw,mode=1777"
            continue
        own = folder / mount["name"]
        own.mkdir(exist_ok=True)
        if "configMap" in volume:
            data = next(o for o in objects if o["kind"] == "ConfigMap" and o["metadata"]["name"] == volume["configMap"]["name"])
            for name, text in data["data"].items():
                (own / name).write_text(text, encoding="utf-8")
        else:
            run("chgrp", "-R", str(group), own)
            run("chmod", "-R", "g+rwX", own)
            own.chmod(0o2775)
        yield f"--volume={own}:{path}{':ro' if mount.get('readOnly') or 'configMap' in volume else ''}"


def arguments(pod, container, objects, folder, machine):
    own, context = pod["securityContext"], container["securityContext"]
    yield from ("--detach", "--network=none", f"--name={NAME}", f"--user={own['runAsUser']}:{own['runAsGroup']}")
    yield f"--group-add={own['fsGroup']}"
    yield f"--memory={container['resources']['limits']['memory'].replace('Gi', 'g').replace('Mi', 'm')}"
    if context["readOnlyRootFilesystem"]:
        yield "--read-only"
    if not context["allowPrivilegeEscalation"]:
        yield "--security-opt=no-new-privileges"
    yield from (f"--cap-drop={name}" for name in context["capabilities"]["drop"])
    for variable in container["env"]:
        # There is no network, so the pod's address is the only one there is.
        value = variable["value"] if "value" in variable else "127.0.0.1"
        yield f"--env={variable['name']}={value}"
    java = os.path.realpath(machine / "usr/bin/java").replace(str(machine), "")
    yield f"--env=JAVA_HOME={os.environ.get('JAVA_HOME') or java.removesuffix('/bin/java')}"
    yield f"--volume={machine}/usr:/usr:ro"
    # Debian keeps the settings of its Java there.
    yield from (f"--volume={path}:{path}:ro" for path in glob.glob("/etc/java-*"))
    yield from mounts_of(pod, container, objects, folder)
    yield from (f"--entrypoint={container['command'][0]}", IMAGE, *container["args"])


def ask(container, probe):
    get = container[probe]["httpGet"]
    port = next(p["containerPort"] for p in container["ports"] if p["name"] == get["port"])
    address = f"http://127.0.0.1:{port}{get['path']}"
    return subprocess.run(["docker", "exec", NAME, "curl", "--silent", "--show-error", "--fail", address], capture_output=True)


def state():
    return json.loads(run("docker", "inspect", NAME))[0]["State"]


def wait_for(container, probe, seconds):
    end = time.monotonic() + seconds
    while (answer := ask(container, probe)).returncode != 0:
        if time.monotonic() > end or not state()["Running"]:
            raise SystemExit(f"{probe} got no good answer: {answer.stderr.decode().strip()}\n{logs()}")
        time.sleep(0.2)
    print(f"{probe} answered")


def logs():
    told = subprocess.run(["docker", "logs", "--tail", "20", NAME], capture_output=True, text=True)
    return f"{told.stdout}{told.stderr}{state()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("helm", "chart", "machine", "scratch", "program"):
        parser.add_argument(f"--{name}", required=True, type=lambda path: pathlib.Path(path).absolute())
    given = parser.parse_args()
    folder = given.scratch
    (folder / "repositories").mkdir(parents=True)
    values = folder / "values.yaml"
    values.write_text(yaml.safe_dump(VALUES), encoding="utf-8")
    objects = [o for o in yaml.safe_load_all(run(given.helm, "template", "keeper", given.chart, "--values", values)) if o]
    pod = next(o for o in objects if o["kind"] == "Deployment")["spec"]["template"]["spec"]
    container = pod["containers"][0]
    run(given.program, "sample", folder / "repositories" / "sample")
    make_image(folder)
    try:
        run("docker", "run", *arguments(pod, container, objects, folder, given.machine))
        wait_for(container, "livenessProbe", 60)
        wait_for(container, "readinessProbe", 60)
        command = (*container["command"], "run", "gc", "--repo", "sample", "--trust-age", "--config", "/etc/fdl-keeper/config.yml")
        beside = subprocess.run(["docker", "exec", NAME, *command], capture_output=True, text=True)
        if beside.returncode != 0:
            raise SystemExit(f"a collection beside the daemon ended with {beside.returncode}: {beside.stderr}\n{logs()}")
        run("docker", "stop", "--time", str(pod["terminationGracePeriodSeconds"]), NAME)
        code = state()["ExitCode"]
        if code not in (0, 143):
            raise SystemExit(f"it ended with {code}:\n{logs()}")
        print(f"it ended with {code}")
    except subprocess.CalledProcessError as e:
        raise SystemExit(f"{' '.join(map(str, e.cmd))}: {e.stderr}") from e
    finally:
        subprocess.run(["docker", "rm", "--force", NAME], capture_output=True)
        subprocess.run(["docker", "rmi", IMAGE], capture_output=True)


if __name__ == "__main__":
    sys.exit(main())
