// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Says whether a native library is installed, without loading anything. */
public final class InstalledLibrary {

  private static final Path LINKER_CACHE = Path.of("/etc/ld.so.cache");

  private InstalledLibrary() {}

  /** Returns whether the system's linker knows a library, or it lies where Java looks for some. */
  public static boolean isKnown(String name) {
    return isKnown(name, LINKER_CACHE, directories());
  }

  static boolean isKnown(String name, Path linkerCache, List<Path> directories) {
    if (directories.stream().anyMatch(directory -> Files.exists(directory.resolve(name)))) {
      return true;
    }
    try {
      String cache = Files.readString(linkerCache, StandardCharsets.ISO_8859_1);
      return cache.contains("/" + name + "\0");
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> directories() {
    String paths =
        Optional.ofNullable(System.getenv("LD_LIBRARY_PATH")).orElse("")
            + ":"
            + System.getProperty("jna.library.path", "");
    return List.of(paths.split(":")).stream()
        .filter(path -> !path.isEmpty())
        .map(Path::of)
        .toList();
  }
}
