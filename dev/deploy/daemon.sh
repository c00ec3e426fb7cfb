# Starts the daemon and lets a real Prometheus read it. Sourced by dev/check-deploy.
# shellcheck shell=bash disable=SC2154
ready_within=5.0 # seconds from the command to "ready"

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

seconds_since() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

answer() { curl --silent --fail --max-time 5 --noproxy '*' "$@"; }

# Starts the daemon on $scratch/config.yml and sets $started to how long it took to be ready; 1 when it does not come up.
start_daemon() {
    local begun=$EPOCHREALTIME tries
    "$launcher" server "$scratch/config.yml" >"$scratch/daemon.log" 2>&1 </dev/null &
    daemon=$!
    for ((tries = 0; tries < 1200; tries++)); do
        if answer "http://127.0.0.1:$admin/health/ready" >/dev/null; then
            started=$(seconds_since "$begun")
            return 0
        fi
        kill -0 "$daemon" 2>/dev/null || break
        sleep 0.05
    done
    return 1
}

# Asks Prometheus a question and succeeds when the answer has a value that is $2.
prometheus_says() {
    answer --get --data-urlencode "query=$1" "http://127.0.0.1:$prometheus_port/api/v1/query" |
        python3 -c 'import json, sys
found = json.load(sys.stdin)["data"]["result"]
sys.exit(not any(float(one["value"][1]) >= float(sys.argv[1]) for one in found))' "$2" 2>/dev/null
}

check_prometheus() {
    local server promtool tries
    promtool=$(dev/servers path promtool) || { skip "daemon: Prometheus is not installed (dev/servers install prometheus)"; return; }
    server=$(dev/servers path prometheus)
    expect "daemon: promtool check metrics" "$promtool" check metrics <"$scratch/metrics"
    prometheus_port=$(free_port)
    printf '%s\n' 'global:' '  scrape_interval: 1s' 'scrape_configs:' '  - job_name: fdl-keeper' '    static_configs:' \
        "      - targets: ['127.0.0.1:$admin']" >"$scratch/prometheus.yml"
    expect "daemon: promtool check config" "$promtool" check config "$scratch/prometheus.yml"
    "$server" --config.file="$scratch/prometheus.yml" --storage.tsdb.path="$scratch/prometheus" \
        --web.listen-address="127.0.0.1:$prometheus_port" >"$scratch/prometheus.log" 2>&1 </dev/null &
    prometheus=$!
    for ((tries = 0; tries < 240; tries++)); do
        if prometheus_says 'up{job="fdl-keeper"}' 1 && prometheus_says 'count({__name__=~"fdl_.+"})' 1; then
            ok "daemon: Prometheus reads it: up is 1, $(grep -c '^# TYPE fdl_' "$scratch/metrics") kinds of fdl_ metrics"
            return
        fi
        sleep 0.25
    done
    wrong "daemon: Prometheus has no fdl_ metric after 60 seconds"
    tail -n 5 "$scratch/prometheus.log" | sed 's/^/    /'
}

check_daemon() {
    local tool start path
    for tool in curl python3; do
        command -v "$tool" >/dev/null 2>&1 || { skip "daemon: $tool is not installed"; return; }
    done
    ./fdl-keeper sample "$scratch/repository" >"$scratch/output" 2>&1 ||
        { wrong "daemon: no sample repository"; tail -n 5 "$scratch/output"; return; }
    # What the unit starts: the distribution, without the look whether it is newer than its sources.
    launcher=$(echo target/fdl-keeper-*/bin/fdl-keeper)
    application=$(free_port)
    admin=$(free_port)
    cat >"$scratch/config.yml" <<EOF
state:
  directory: ./state
repositories:
  - name: sample
    location: ./repository
server:
  applicationConnectors: [{type: http, port: $application, bindHost: 127.0.0.1}]
  adminConnectors: [{type: http, port: $admin, bindHost: 127.0.0.1}]
EOF
    # Another program may take the machine at a moment; what counts is the best of three, and mostly the first is good.
    for start in first second third; do
        if ! start_daemon; then
            wrong "daemon: not ready after 60 seconds, or it ended"
            tail -n 20 "$scratch/daemon.log" | sed 's/^/    /'
            return
        fi
        if awk -v took="$started" -v most="$ready_within" 'BEGIN { exit took > most }'; then
            ok "daemon: ready $started s after its $start start, at most $ready_within"
            break
        fi
        [ "$start" != third ] || wrong "daemon: ready only $started s after its third start, at most $ready_within"
        [ "$start" = third ] || stop_daemon
    done
    for path in /health/alive /health/ready /healthcheck /metrics; do
        expect "daemon: GET $path on the admin port" answer "http://127.0.0.1:$admin$path"
    done
    for path in /metrics /healthcheck; do
        expect_not "daemon: no $path on the application port" answer "http://127.0.0.1:$application$path"
    done
    answer "http://127.0.0.1:$admin/metrics" >"$scratch/metrics" || true
    expect "daemon: it has fdl_ metrics" grep -q '^fdl_' "$scratch/metrics"
    check_prometheus
    stop_daemon
}

stop_daemon() {
    local begun=$EPOCHREALTIME code=0
    kill -TERM "$daemon"
    wait "$daemon" || code=$?
    daemon=
    expect "daemon: ends with $code $(seconds_since "$begun") s after TERM, as the unit expects (0 or 143)" \
        test "$code" = 0 -o "$code" = 143
}
