// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Inputs on disk, each written when a job first asks for it, and their placement. Thread-safe. */
final class Inputs {

  /** Three hosts that change every 2 MiB of a file; where it begins depends on its name. */
  private static final String PLACEMENT =
      """
      tab=$(printf '\\t')
      while IFS="$tab" read -r path offset length; do
        end=$((offset + length))
        first=$(printf '%d' "'${path#"${path%?}"}")
        while [ "$offset" -lt "$end" ]; do
          unit=$((offset / 2097152))
          next=$(((unit + 1) * 2097152))
          if [ "$next" -gt "$end" ]; then next=$end; fi
          printf '%d\\t%d\\thost%d\\n' "$offset" $((next - offset)) $(((unit + first) % 3))
          offset=$next
        done
        echo
      done
      """;

  private final Path folder;
  private final Path program;
  private final Map<Input, Path> written = new EnumMap<>(Input.class);

  Inputs(Path folder) throws IOException {
    this.folder = folder;
    this.program = Files.writeString(folder.resolve("placement.sh"), PLACEMENT);
  }

  synchronized Path directory(Input input) throws IOException {
    Path known = written.get(input);
    if (known == null) {
      known = Files.createDirectory(folder.resolve("in-" + input));
      input.write(known);
      written.put(input, known);
    }
    return known;
  }

  /** Returns the command that answers where the bytes of a file are. */
  String placement() {
    return "sh " + program;
  }
}
