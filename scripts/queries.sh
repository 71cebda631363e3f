#!/bin/bash
# Renews .sqlx/, what sqlx knows of each query, so that building needs no database.
# With --check, changes nothing and fails if .sqlx/ is out of step with migrations/ or the queries.
#
# sqlx's macros write that data themselves when SQLX_OFFLINE_DIR is set, which is all that
# `cargo sqlx prepare` does; so a throw-away Postgres and this script stand in for sqlx-cli.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=${PG_BIN:-$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)}
work=$(mktemp -d /tmp/runoff-queries.XXXXXX) # short: a socket's path has at most 107 bytes
cluster=$work/cluster fresh=$work/sqlx
mkdir "$cluster" "$fresh"

# Postgres refuses to run as root, and stumbles in a directory that its user may not enter.
as_postgres=(env -C "$work")
if [ "$(id -u)" = 0 ]; then
    chown -R postgres: "$work"
    as_postgres+=(setpriv --reuid=postgres --regid=postgres --init-groups)
fi

clean_up() {
    if [ -f "$cluster/postmaster.pid" ]; then
        "${as_postgres[@]}" "$bin/pg_ctl" --pgdata="$cluster" --mode=immediate --silent stop
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

"${as_postgres[@]}" "$bin/initdb" --pgdata="$cluster" --username=runoff --auth=trust \
    --no-locale --encoding=UTF8 --no-sync >/dev/null
"${as_postgres[@]}" "$bin/pg_ctl" --pgdata="$cluster" --log="$cluster/log" --silent --wait \
    --options="-c listen_addresses='' -c unix_socket_directories='$work' -c fsync=off" start ||
    { cat "$cluster/log" >&2; exit 1; }
for migration in migrations/*.sql; do
    "$bin/psql" --host="$work" --username=runoff --dbname=postgres --quiet --no-psqlrc \
        --set=ON_ERROR_STOP=1 --file="$migration"
done

# Cargo does not know that the macros' answers depend on a database; a newer source makes it ask.
find server -name '*.rs' -exec touch {} +
SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$fresh DATABASE_URL="postgres://runoff@localhost/postgres?host=$work" \
    cargo check --quiet --package server --all-targets

if [ "${1:-}" != --check ]; then
    rm -rf .sqlx
    cp -r "$fresh" .sqlx
elif ! diff -r --brief .sqlx "$fresh"; then
    echo "queries.sh: .sqlx/ is out of step with migrations/ or the queries: run \`make queries\` and commit .sqlx/" >&2
    exit 1
fi
