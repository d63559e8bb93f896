# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts beside it, which set `program`.

fail() {
  printf '%s: %s\n' "$program" "$1" >&2
  exit "${2:-1}"
}

# Sets java, or says what is missing.
find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/java}
  java=${java:-$(command -v java || true)}
  [[ -x $java || -z ${JAVA_HOME:-} ]] || fail "JAVA_HOME is '$JAVA_HOME', but there is no bin/java in it: set it to a JDK 17 or newer, or unset it"
  [[ -x $java ]] || fail "Java is missing: install a JDK 17 or newer (Debian: apt-get install openjdk-17-jdk-headless) or set JAVA_HOME"
}

# Says what is missing if java is too old.
check_java() {
  local line version='' major
  # What its options make it say may stand before.
  while IFS= read -r line; do
    if [[ $line == *' version "'* ]]; then
      version=$line
      break
    fi
    if [[ -z $version && $line != 'Picked up '* ]]; then version=$line; fi
  done < <("$java" -version 2>&1)
  major=${version#*\"}
  major=${major%%[.\"-]*}
  [[ $major =~ ^[0-9]+$ && $major -ge 17 ]] || fail "Java 17 or newer is needed, but $java is: $version"
}

# Sets version to that of this tree: what was built of it at another version may lie beside its own.
find_version() {
  [[ $(<"$root/pom.xml") =~ '<version>'([^<]+) ]] || fail "there is no version in $root/pom.xml"
  version=${BASH_REMATCH[1]}
}

# Waits until nothing else is built in this tree, which lasts until "exec 9>&-"; or fails with the given
# sentence, where the tree may not be written.
lock_builds() {
  { mkdir -p "$root/target" && exec 9>"$root/target/situ-build.lock"; } 2>/dev/null || fail "$1"
  if command -v flock >/dev/null; then flock 9; fi
}

# Says what is missing if maven is too old.
check_maven() {
  local line first='' version=''
  while IFS= read -r line; do
    first=${first:-$line}
    if [[ -z $version && $line =~ 'Apache Maven '([0-9]+)\.([0-9]+) ]]; then
      version=$((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2]))
      first=$line
    fi
  done < <("$maven" -B -v 2>&1 9>&-)
  [[ -n $version && $version -ge 3008 ]] || fail "Maven 3.8 or newer is needed, but $maven is: $first"
}

# Sets maven and JAVA_HOME, or says what is missing.
find_build_tools() {
  local home
  check_java
  home=$(dirname -- "$(dirname -- "$(readlink -f -- "$java")")")
  [[ -x $home/bin/javac ]] ||
    fail "$java comes without a compiler: install a JDK 17 or newer (Debian: apt-get install openjdk-17-jdk-headless)"
  export JAVA_HOME=${JAVA_HOME:-$home}
  # A build ends before code that is compiled a second time pays, as most tests do.
  export MAVEN_OPTS=${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=192m -XX:+UseSerialGC}
  maven=${MVN:-mvn}
  command -v "$maven" >/dev/null || fail "Maven is missing: install Maven 3.8 or newer (Debian: apt-get install maven)"
  check_maven
}
