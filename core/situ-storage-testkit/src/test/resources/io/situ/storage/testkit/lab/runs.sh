set -eu
mkdir tmp
"$@"
exit $?
