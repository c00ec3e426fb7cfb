#!/usr/bin/env python3
"""Checks the objects that helm/fdl-keeper renders: Kubernetes' restricted profile, and what the chart promises beyond it.

Takes files of rendered objects. To show that it would notice, it also plants each violation once and has to find it.
Needs PyYAML, which kubernetes-validate brings. Source of the rules: the Pod Security Standards, level "restricted".
"""
import copy
import sys

import yaml

RESTRICTED_VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"}
SECRET_WORDS = ("password", "secret", "token", "access_key")


def containers_of(pod):
    return [c for kind in ("initContainers", "containers", "ephemeralContainers") for c in pod.get(kind) or []]


def restricted(pod):
    """Yields what the restricted profile forbids in a pod."""
    for field in ("hostNetwork", "hostPID", "hostIPC"):
        if pod.get(field):
            yield f"{field} is set"
    for volume in pod.get("volumes") or []:
        kinds = set(volume) - {"name"}
        if not kinds <= RESTRICTED_VOLUMES:
            yield f"volume {volume['name']} is of kind {', '.join(sorted(kinds))}"
    own = pod.get("securityContext") or {}
    if own.get("sysctls"):
        yield "sysctls are set"
    for container in containers_of(pod):
        name, context = container["name"], container.get("securityContext") or {}
        if context.get("privileged"):
            yield f"{name} is privileged"
        if context.get("allowPrivilegeEscalation") is not False:
            yield f"{name} may gain privileges"
        if context.get("runAsNonRoot", own.get("runAsNonRoot")) is not True:
            yield f"{name} may run as root"
        if context.get("runAsUser", own.get("runAsUser")) == 0:
            yield f"{name} runs as user 0"
        profile = (context.get("seccompProfile") or own.get("seccompProfile") or {}).get("type")
        if profile not in ("RuntimeDefault", "Localhost"):
            yield f"{name} has no seccomp profile"
        capabilities = context.get("capabilities") or {}
        if "ALL" not in (capabilities.get("drop") or []):
            yield f"{name} keeps capabilities"
        if set(capabilities.get("add") or []) - {"NET_BIND_SERVICE"}:
            yield f"{name} adds capabilities"
        if context.get("procMount", "Default") != "Default":
            yield f"{name} has another /proc"
        if any("hostPort" in port for port in container.get("ports") or []):
            yield f"{name} takes a port of the host"


def promised(deployment, objects):
    """Yields what the chart promises beyond the profile and does not keep."""
    spec, pod = deployment["spec"], deployment["spec"]["template"]["spec"]
    if spec.get("replicas") != 1 or (spec.get("strategy") or {}).get("type") != "Recreate":
        yield "more than one pod may run at a time"
    if "checksum/config" not in (spec["template"]["metadata"].get("annotations") or {}):
        yield "a changed configuration starts no new pod"
    if pod.get("automountServiceAccountToken") is not False:
        yield "the pod gets a token of the cluster"
    own = pod.get("securityContext") or {}
    for container in containers_of(pod):
        name, context = container["name"], container.get("securityContext") or {}
        if context.get("readOnlyRootFilesystem") is not True:
            yield f"{name} can write its root file system"
        if not isinstance(context.get("runAsUser", own.get("runAsUser")), int):
            yield f"{name} has no numeric user"
        if not (container.get("resources") or {}).get("limits", {}).get("memory"):
            yield f"{name} has no memory limit"
        ports = {port["name"]: port["containerPort"] for port in container.get("ports") or []}
        for probe, path in (("livenessProbe", "/health/alive"), ("readinessProbe", "/health/ready")):
            get = (container.get(probe) or {}).get("httpGet") or {}
            if get.get("path") != path or get.get("port") != "admin":
                yield f"{name} has no {probe} {path} on the admin port"
        for service in (o for o in objects if o["kind"] == "Service"):
            if not {p["targetPort"] for p in service["spec"]["ports"]} <= set(ports):
                yield f"service {service['metadata']['name']} leads to no port of {name}"
        mounted = {mount["name"] for mount in container.get("volumeMounts") or []}
        for mount in sorted(mounted ^ {volume["name"] for volume in pod.get("volumes") or []}):
            yield f"{mount} is not both a volume and mounted"
    services = [{p["targetPort"] for p in o["spec"]["ports"]} for o in objects if o["kind"] == "Service"]
    if any(len(targets) != 1 for targets in services) or {"admin"} not in services or {"http"} not in services:
        yield "the admin port has no service of its own"
    for o in objects:
        if o["kind"] == "Service" and o["spec"].get("selector") != spec["selector"]["matchLabels"]:
            yield f"service {o['metadata']['name']} selects other pods"
        if o["kind"] == "ConfigMap" and any(w in str(o["data"]).lower() for w in SECRET_WORDS):
            yield f"{o['metadata']['name']} holds something like a secret"


def faults(objects):
    deployments = [o for o in objects if o["kind"] == "Deployment"]
    if len(deployments) != 1:
        return [f"{len(deployments)} deployments are rendered"]
    return [*restricted(deployments[0]["spec"]["template"]["spec"]), *promised(deployments[0], objects)]


def plantings():
    """Changes that make a deployment wrong, each with its name."""
    def pod(change):
        return lambda d: change(d["spec"]["template"]["spec"])

    def container(change):
        return pod(lambda p: change(p["containers"][0]))

    return {
        "host network": pod(lambda p: p.update(hostNetwork=True)),
        "host path": pod(lambda p: p["volumes"].append({"name": "x", "hostPath": {"path": "/"}})),
        "sysctl": pod(lambda p: p["securityContext"].update(sysctls=[{"name": "a", "value": "b"}])),
        "root allowed": pod(lambda p: p["securityContext"].pop("runAsNonRoot")),
        "user 0": pod(lambda p: p["securityContext"].update(runAsUser=0)),
        "no numeric user": pod(lambda p: p["securityContext"].pop("runAsUser")),
        "no seccomp": pod(lambda p: p["securityContext"].pop("seccompProfile")),
        "token": pod(lambda p: p.pop("automountServiceAccountToken")),
        "privileged": container(lambda c: c["securityContext"].update(privileged=True)),
        "escalation": container(lambda c: c["securityContext"].pop("allowPrivilegeEscalation")),
        "capabilities kept": container(lambda c: c["securityContext"].pop("capabilities")),
        "capability added": container(lambda c: c["securityContext"]["capabilities"].update(add=["SYS_ADMIN"])),
        "proc": container(lambda c: c["securityContext"].update(procMount="Unmasked")),
        "host port": container(lambda c: c["ports"][0].update(hostPort=80)),
        "written root": container(lambda c: c["securityContext"].update(readOnlyRootFilesystem=False)),
        "no memory limit": container(lambda c: c.pop("resources")),
        "no liveness": container(lambda c: c.pop("livenessProbe")),
        "other readiness": container(lambda c: c["readinessProbe"]["httpGet"].update(path="/")),
        "port gone": container(lambda c: c["ports"].pop()),
        "not mounted": container(lambda c: c["volumeMounts"].pop()),
        "two pods": lambda d: d["spec"].update(replicas=2),
        "rolling": lambda d: d["spec"].pop("strategy"),
        "no checksum": lambda d: d["spec"]["template"]["metadata"]["annotations"].pop("checksum/config"),
        "other labels": lambda d: d["spec"]["selector"]["matchLabels"].update(x="y"),
    }


def main(files):
    failed = False
    for file in files:
        with open(file, encoding="utf-8") as text:
            objects = [o for o in yaml.safe_load_all(text) if o]
        found = faults(objects)
        failed |= bool(found)
        for fault in found:
            print(f"{file}: {fault}")
        if found:
            continue
        for name, plant in plantings().items():
            broken = copy.deepcopy(objects)
            plant(next(o for o in broken if o["kind"] == "Deployment"))
            if not faults(broken):
                failed = True
                print(f"{file}: planted '{name}' and did not notice it")
        if not failed:
            print(f"{file}: restricted, as promised; {len(plantings())} planted violations noticed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
