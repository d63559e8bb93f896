# SPDX-License-Identifier: Apache-2.0
set -eu
mkdir tmp
"$@"
exit $?
