// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A placement program that says each piece of a file lies on two of three hosts. */
public final class PiecesOnHosts {

  private static final String PROGRAM =
      """
      #!/bin/sh
      tab=$(printf '\\t')
      while IFS=$tab read -r path offset length; do
        end=$((offset + length))
        at=$((offset - offset %% %1$d))
        while [ $at -lt $end ]; do
          piece=$((at / %1$d))
          case $((piece %% 3)) in
            0) hosts=h2,h3 ;;
            1) hosts=h1,h3 ;;
            *) hosts=h1,h2 ;;
          esac
          printf '%%s\\t%%s\\t%%s\\n' "$at" %1$d "$hosts"
          at=$((at + %1$d))
        done
        echo
      done
      """;

  private PiecesOnHosts() {}

  /** Writes the program and returns its path. */
  public static Path write(Path directory, long pieceBytes) throws IOException {
    Path program = directory.resolve("placement-" + pieceBytes);
    Files.writeString(program, String.format(PROGRAM, pieceBytes));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }
}
