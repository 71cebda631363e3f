#!/bin/bash
# The service on this machine, filled with real runs by the real uploader: demo.sh start|stop.
# PORT chooses another port than 7878, DEMO_DIR another place for the data.
set -euo pipefail
cd "$(dirname "$0")/.."

# What was chosen, as `make demo-stop` must be told again.
where=${DEMO_DIR:+ DEMO_DIR=$(printf %q "$DEMO_DIR")}
PORT=${PORT:-7878}
url=http://127.0.0.1:$PORT
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

# Postgres never runs as root, and its user can't enter a checkout below root's home.
if [ "$(id -u)" = 0 ]; then
    DEMO_DIR=${DEMO_DIR:-/var/lib/runoff-demo}
else
    DEMO_DIR=${DEMO_DIR:-$PWD/.demo}
fi
data=$DEMO_DIR/data log=$DEMO_DIR/server.log pid_file=$DEMO_DIR/pid token_file=$DEMO_DIR/token

bin=${CARGO_TARGET_DIR:-target}/release

fail() {
    echo "demo: $*" >&2
    exit 1
}

# Whether the process that was recorded still runs, and is not another that got its number since.
is_running() {
    [ -f "$pid_file" ] && grep -qzFx -- "$data" "/proc/$(<"$pid_file")/cmdline" 2>/dev/null
}

stop() {
    is_running || fail "nothing to stop: no demo runs in $DEMO_DIR; if it is elsewhere, say so by DEMO_DIR"
    stop_server
}

stop_server() {
    if is_running; then
        kill "$(<"$pid_file")"
    fi
    for _ in {1..300}; do
        is_running || { rm -f "$pid_file"; return; }
        sleep 0.1
    done
    fail "process $(<"$pid_file") does not stop; see $log"
}

start_server() {
    if (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then
        fail "port $PORT is taken; choose another: make demo PORT=$((PORT + 1))"
    fi
    # A session of its own, so that closing this terminal does not end it.
    setsid "$bin/runoff-server" serve --listen "127.0.0.1:$PORT" --data "$data" \
        </dev/null >>"$log" 2>&1 &
    local pid=$!
    echo $pid >"$pid_file"
    for _ in {1..600}; do
        curl -fs "$url/readyz" >/dev/null && return
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    tail -n 20 "$log" >&2
    fail "the server did not get ready; its last words are above, all of them in $log"
}

# send BOX DATE FILE: as if it had run on that date, which the uploader takes from the file, so
# that a second demo sends the same runs. The uploader's own files go below the demo's directory:
# what waits in this user's spool for another server is none of the demo's business.
send() {
    local file
    file=$DEMO_DIR/$(basename "$3")
    cp "$3" "$file"
    touch --date="$2" "$file"
    XDG_CONFIG_HOME=$DEMO_DIR/uploader XDG_STATE_HOME=$DEMO_DIR/uploader XDG_DATA_HOME=$DEMO_DIR/uploader \
        RUNOFF_SERVER=$url RUNOFF_TOKEN=$token RUNOFF_BOX=$1 "$bin/runoff" send "$file" >&2
}

# Makes a permalink of the comparison that the mail is about, and prints it.
make_snapshot() {
    local answer link
    answer=$(curl -fsS "$url/api/v1/snapshots" -H "Authorization: Bearer $token" \
        -H 'Content-Type: application/json' \
        -d '{"q": "label:2.5.60-mm2*", "by": "label", "base": "2.5.60-mm2", "layout": "delta"}')
    link=$(sed -n 's/.*"url" *: *"\([^"]*\)".*/\1/p' <<<"$answer")
    case $link in
    http*) echo "$link" ;;
    /*) echo "$url$link" ;;
    *) fail "no link in the answer to the snapshot: $answer" ;;
    esac
}

tour() {
    local comparison="$url/compare?q=label:2.5.60-mm2*&by=label&base=2.5.60-mm2&layout=delta" link
    for link in "$url/" "$url/runs" "$comparison" "$permalink" "$permalink.txt"; do
        curl -fsS "$link" >/dev/null || fail "$link does not answer"
    done
    cat <<EOF

Runoff is running. A tour:
  home         $url/
  runs         $url/runs
  comparison   $comparison
  permalink    $permalink
  for a mail   curl $permalink.txt

  token        $token
  to send      RUNOFF_SERVER=$url RUNOFF_TOKEN=$token $bin/runoff send FILE
  data, log    $DEMO_DIR
  stop it      make demo-stop$where
EOF
}

start() {
    scripts/need.sh cc curl
    [ -n "${DATABASE_URL:-}" ] || scripts/need.sh postgres
    cargo build --release --locked --package server --package uploader
    mkdir -p "$DEMO_DIR"
    stop_server
    trap stop_server EXIT # unless all goes well
    start_server
    [ -s "$token_file" ] || (umask 077 && "$bin/runoff-server" token create demo --data "$data" >"$token_file")
    token=$(<"$token_file")
    send mail-2002 2002-09-11Z demo/pub-pre4-pre6-prompt.txt
    send lab 2026-11-02Z demo/default-threads.txt
    send lab 2026-11-02Z demo/two-blocks-ident.txt
    send mail-2003 2003-02-14Z demo/tiobench-2.5.60-mail.txt
    permalink=$(make_snapshot)
    tour
    trap - EXIT
}

case ${1:-} in
start | stop) "$1" ;;
*) fail "say start or stop" ;;
esac
