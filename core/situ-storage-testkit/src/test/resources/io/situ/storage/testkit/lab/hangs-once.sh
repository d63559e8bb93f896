# SPDX-License-Identifier: Apache-2.0
# Hangs in the first lab, runs its arguments in the second.
set -eu
if [ "${PWD##*/}" = 1 ]; then
  echo waiting for nothing
  sleep 1000
fi
mkdir tmp
"$@"
exit $?
