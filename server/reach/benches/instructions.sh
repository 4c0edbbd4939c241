#!/bin/sh
# Counts the instructions of three generated instances and compares them with the record beside this file. Unlike times
# they are the same on a loaded machine; they differ a little between compilers.
#
#     server/reach/benches/instructions.sh            compare, or record if there is no record yet
#     server/reach/benches/instructions.sh --record   replace the record
#
# Needs valgrind.
set -eu
cd "$(dirname "$0")"
record=instructions.tsv
program=$(cargo bench -q -p boolprog-reach --bench instructions --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*instructions-[^"]*\)".*/\1/p')
new=$(mktemp)
trap 'rm -f "$new"' EXIT
for instance in clique line ring; do
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$instance" 2>&1 |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p')
    printf '%s\t%s\n' "$instance" "$count" >>"$new"
done
if [ "${1:-}" = --record ] || [ ! -f "$record" ]; then
    cp "$new" "$record"
    cat "$record"
else
    join "$record" "$new" 2>/dev/null |
        awk '{ printf "%-8s %12d -> %12d  %+.1f %%\n", $1, $2, $3, ($3 / $2 - 1) * 100 }'
fi
