#!/bin/bash
# Installs what this machine lacks: need.sh cc|curl|postgres|pgbouncer|faketime|chromium|shellcheck|cargo-deny …
# What is there already is left alone, so a second call costs nothing.
set -euo pipefail

CARGO_DENY_VERSION=0.20.2

fail() {
    echo "need.sh: $*" >&2
    exit 1
}

has() {
    command -v "$1" >/dev/null
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Runs apt-get quietly; its output is shown if it fails. Where another apt-get holds a lock
# (automatic upgrades do for minutes after boot), waits for it.
apt_get() {
    local log deadline=$((SECONDS + 600))
    log=$(mktemp)
    until as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >"$log" 2>&1; do
        if ! grep -q 'Could not get lock' "$log" || [ $SECONDS -gt $deadline ]; then
            tail -n 20 "$log" >&2
            rm "$log"
            return 1
        fi
        echo "Another apt-get is at work; waiting for it." >&2
        sleep 5
    done
    rm "$log"
}

require_apt() {
    if ! has apt-get; then
        fail "this system has no apt-get: install by hand what Debian calls $*"
    elif [ "$(id -u)" != 0 ] && ! has sudo; then
        fail "as root, run: apt-get update && apt-get install --no-install-recommends $*"
    fi
}

apt_install() {
    local install=(install --yes --no-install-recommends "$@")
    require_apt "$@"
    echo "Installing $* …" >&2
    # The package lists may be absent, or so old that they name files no longer there: renewed only
    # then. A foreign source that fails to update is no reason to stop; the install will tell.
    apt_get "${install[@]}" && return
    echo "Renewing the package lists …" >&2
    apt_get update || true
    apt_get "${install[@]}" || fail "apt-get could not install $*; its last words are above"
}

# Debian's package would also create a cluster of its own and start it on port 5432 at every boot.
# Runoff needs only the programs, and a second database has no place on a machine that measures.
# This drop-in prevents that, and is gone after the install: the machine's own settings stay.
install_postgres() {
    local drop_in=/etc/postgresql-common/createcluster.d/runoff.conf
    require_apt postgresql
    trap 'as_root rm -f '"$drop_in" EXIT
    as_root mkdir -p "${drop_in%/*}"
    echo "create_main_cluster = false" | as_root tee "$drop_in" >/dev/null
    apt_install postgresql
}

# Debian's package would also start one, now and at every boot.
install_pgbouncer() {
    apt_install pgbouncer
    as_root service pgbouncer stop >/dev/null
    as_root update-rc.d pgbouncer disable
}

# Built without optimisation: a third of the work, and fast enough for a workspace of this size.
install_cargo_deny() {
    echo "Building cargo-deny $CARGO_DENY_VERSION (some minutes, once) …" >&2
    env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=false \
        cargo install --quiet --locked --debug "cargo-deny@$CARGO_DENY_VERSION"
}

for component in "$@"; do
    case $component in
    cc) has cc || apt_install gcc libc6-dev ;;
    curl) has curl || apt_install curl ;;
    postgres) compgen -G "${PG_BIN:-/usr/lib/postgresql/*/bin}/initdb" >/dev/null || install_postgres ;;
    pgbouncer) has pgbouncer || install_pgbouncer ;;
    faketime) has faketime || apt_install faketime ;;
    chromium) { has chromium && has chromedriver; } || apt_install chromium chromium-driver ;;
    shellcheck) has shellcheck || apt_install shellcheck ;;
    cargo-deny) cargo deny --version >/dev/null 2>&1 || install_cargo_deny ;;
    *) fail "no component is called $component" ;;
    esac
done
