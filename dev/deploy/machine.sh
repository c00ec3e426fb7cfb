# Runs the unit and the rendered pod as they are, on a throw-away copy of this machine. Sourced by dev/check-deploy.
# shellcheck shell=bash disable=SC2154

# Sets $machine to a root file system that is this machine's with the distribution in /usr/lib/fdl-keeper. What is written
# there goes to memory. Prints why not and answers 1 where that cannot be.
make_machine() {
    [ -z "$machine" ] || return 0
    local what=$1 launcher
    [ "$(id -u)" = 0 ] || { skip "$what: only root may make a root file system"; return 1; }
    ./fdl-keeper --version >"$scratch/output" 2>&1 || { wrong "$what: no distribution"; return 1; }
    launcher=$(echo target/fdl-keeper-*/bin/fdl-keeper)
    mkdir -p "$scratch/memory"
    mount -t tmpfs -o size=2g tmpfs "$scratch/memory" 2>"$scratch/output" ||
        { skip "$what: no file system may be mounted: $(cat "$scratch/output")"; return 1; }
    machine=$scratch/memory/root
    mkdir "$scratch/memory/written" "$scratch/memory/work" "$machine"
    if ! mount -t overlay overlay -o "lowerdir=/,upperdir=$scratch/memory/written,workdir=$scratch/memory/work" "$machine" \
        2>"$scratch/output"; then
        skip "$what: no overlay may be mounted: $(cat "$scratch/output")"
        remove_machine
        return 1
    fi
    cp -a "${launcher%/bin/fdl-keeper}" "$machine/usr/lib/fdl-keeper"
    chown -R root: "$machine/usr/lib/fdl-keeper"
    # What an earlier start made for faster ones: an installation starts without it.
    rm -f "$machine"/usr/lib/fdl-keeper/lib/*.jsa
}

remove_machine() {
    [ -n "$machine" ] || return 0
    umount "$machine" 2>/dev/null || true
    umount "$scratch/memory" 2>/dev/null || true
    machine=
}

# --- The unit under a booted systemd --------------------------------------------------------------------------------
# Runs inside: installs as systemd/README.md says, then starts, asks, reloads and stops the unit.
write_inside() {
    cat >"$machine/inside.sh" <<'INSIDE'
set -eu
say() { echo "inside: $1"; }
# The only network here is the machine itself.
ip link set lo up 2>/dev/null || true
cd /install
systemd-sysusers
install -d /etc/fdl-keeper
install -m 640 -g fdl-keeper config.yml /etc/fdl-keeper/config.yml
install -d -o fdl-keeper -g fdl-keeper /srv/lake
runuser -u fdl-keeper -- /usr/lib/fdl-keeper/bin/fdl-keeper sample /srv/lake/sample >/dev/null
install -d /etc/systemd/system/fdl-keeper.service.d
printf '[Service]\nReadWritePaths=/srv/lake\n' >/etc/systemd/system/fdl-keeper.service.d/lake.conf
install -m 644 fdl-keeper.service /etc/systemd/system/
systemctl daemon-reload
systemctl start fdl-keeper && say started
for try in $(seq 300); do
    ! curl --silent --fail http://127.0.0.1:8081/health/ready >/dev/null || break
    sleep 0.2
done
curl --silent --fail http://127.0.0.1:8081/health/ready >/dev/null && say ready
systemctl reload fdl-keeper && sleep 1 && systemctl is-active --quiet fdl-keeper && say reloaded
runuser -u fdl-keeper -- /usr/lib/fdl-keeper/bin/fdl-keeper run gc --config /etc/fdl-keeper/config.yml --repo sample --trust-age >/dev/null && say collected
systemctl stop fdl-keeper && say stopped
systemctl show --property Result,ExecMainStatus,NRestarts fdl-keeper
[ "$(stat -c %a /var/lib/fdl-keeper)" = 700 ] && say closed
INSIDE
    cat >"$machine/etc/systemd/system/inside.service" <<'INSIDE'
[Unit]
DefaultDependencies=no
After=basic.target
[Service]
Type=oneshot
ExecStart=/bin/bash /inside.sh
StandardOutput=file:/inside.log
StandardError=inherit
ExecStopPost=/bin/sh -c 'journalctl --unit fdl-keeper --no-pager >/inside.journal'
ExecStopPost=/bin/systemctl poweroff --force --force
INSIDE
    printf '%s\n' '[Unit]' 'Requires=basic.target' 'After=basic.target' 'Wants=inside.service' 'AllowIsolate=yes' \
        >"$machine/etc/systemd/system/inside.target"
    cat >"$machine/install/config.yml" <<'INSIDE'
state:
  directory: /var/lib/fdl-keeper
repositories:
  - name: sample
    location: /srv/lake/sample
INSIDE
}

check_boot() {
    command -v systemd-nspawn >/dev/null 2>&1 || { skip "boot: systemd-nspawn is not installed"; return; }
    command -v curl >/dev/null 2>&1 || { skip "boot: curl is not installed"; return; }
    make_machine boot || return 0
    mkdir -p "$machine/install"
    cp systemd/fdl-keeper.service "$machine/install/"
    cp systemd/fdl-keeper.sysusers "$machine/usr/lib/sysusers.d/fdl-keeper.conf"
    write_inside
    timeout -k 10 300 systemd-nspawn --quiet --directory="$machine" --boot --register=no --keep-unit --private-network \
        --link-journal=no --console=pipe --machine="fdl-keeper-$$" -- --unit=inside.target \
        </dev/null >"$scratch/boot.log" 2>&1 || true
    if [ ! -s "$machine/inside.log" ]; then
        skip "boot: systemd does not boot here: $(tail -n 1 "$scratch/boot.log")"
        return
    fi
    local said
    for said in started ready reloaded collected stopped closed; do
        expect "boot: the unit under systemd: $said" grep -qx "inside: $said" "$machine/inside.log"
    done
    expect "boot: its end counts as success" grep -qx Result=success "$machine/inside.log"
    expect "boot: it was never started again" grep -qx NRestarts=0 "$machine/inside.log"
    if [ "$failures" != 0 ]; then
        tail -n 20 "$machine/inside.log" "$machine/inside.journal" | sed 's/^/    /'
    fi
}

# --- The pod in a container -----------------------------------------------------------------------------------------
check_pod() {
    local helm validate python
    helm=$(dev/servers path helm) || { skip "pod: helm is not installed (dev/servers install helm)"; return; }
    validate=$(dev/servers path kubernetes-validate) ||
        { skip "pod: PyYAML is not installed (dev/servers install kubernetes-validate)"; return; }
    python=$(dirname "$validate")/python
    docker info >/dev/null 2>&1 || { skip "pod: no container engine answers (dev/servers docker)"; return; }
    make_machine pod || return 0
    expect "pod: the rendered pod runs, is ready, answers and ends as a container" \
        "$python" dev/deploy/run_pod.py --helm "$helm" --chart "$chart" --machine "$machine" --scratch "$scratch/pod" \
        --program ./fdl-keeper
}
