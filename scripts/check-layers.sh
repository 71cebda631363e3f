#!/bin/bash
# Holds the layers that docs/ARCHITECTURE describes. Each failure says what to do about it.
set -euo pipefail
shopt -s lastpipe # complain runs in this shell, not in one of its own
cd "$(dirname "$0")/.."

broken=0

# complain ADVICE: a layer is broken if there is evidence on stdin.
complain() {
    local evidence
    evidence=$(cat)
    if [ -n "$evidence" ]; then
        printf 'layers: %s\n%s\n\n' "$1" "$evidence" >&2
        broken=1
    fi
}

# find_lines GREP-OPTION… : no match is no failure here, but a missing path is.
find_lines() {
    grep "$@" || [ $? = 1 ]
}

# dependencies PACKAGE NAMES: those of the crates (a|b|…) that the package pulls in, however deep.
dependencies() {
    cargo tree --locked --package "$1" --edges normal,build --prefix none --format '{p}' |
        find_lines -E "^($2) " | sort -u
}

# code PATTERN PATH…: the lines of Rust that match, but for whole-line comments.
code() {
    local pattern=$1
    shift
    find_lines -rnP --include='*.rs' "^(?!\s*//).*($pattern)" "$@"
}

dependencies uploader 'axum|sqlx|tokio|server' |
    complain "the uploader runs on test boxes and stays small and blocking; do without these crates:"

dependencies server 'uploader' |
    complain "the server never uses the uploader (its tests may); move what both need to benchdata:"

dependencies benchdata 'axum|sqlx|tokio|ureq|server|uploader' |
    complain "benchdata has no I/O; do without these crates, or move the code to server or uploader:"

# Tests may read their fixtures from disk.
code '\b(fs|net|env|process|thread|os)::|\b(SystemTime|Instant|now_utc|now_local)\b' \
    benchdata/src --exclude='*tests.rs' --exclude-dir=tests |
    complain "benchdata has no I/O, and clock and environment are arguments; do this in server or uploader and pass the value in:"

code '(?<!mod )\breaders\b' benchdata/src --exclude=readers.rs --exclude-dir=readers |
    complain "in benchdata nothing imports the readers; let the reader or the caller use this code instead:"

code '\bsqlx\b|"\s*(?i:select\b.*\bfrom|insert\s+into|update\b.*\bset|delete\s+from|create\s+table)\b' \
    server/src --exclude-dir=database |
    complain "SQL lives under server/src/database/ alone; put this there, as a function that returns a type of the domain:"

code '\baxum' server/src/database |
    complain "server/src/database/ never sees axum; return a value or an error, and let the handler make the response:"

find_lines -xFf <(find_lines -rhoP 'include_(str|bytes)!\("(\.\./)+\K\w+' server/src benchdata/src) .dockerignore |
    complain "the program holds files of these, so the image's build needs them; take them out of .dockerignore:"

find bench benchdata server uploader migrations templates static scripts -type f \
    -regex '.*\.\(rs\|sql\|html\|css\|js\|sh\)' -exec wc -l {} + | awk '$1 > 400 && $2 != "total"' |
    complain "a file has 400 lines at most; split these by what they are about:"

exit $broken
