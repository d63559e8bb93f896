// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The program by which a file system itself says where a file's bytes are. Thread-safe. */
public interface PlacementTool {

  /** Returns the program's name, without directories. */
  String program();

  /** Returns the command that prints the program's version. */
  List<String> versionCommand();

  /**
   * Asks where a file's bytes are.
   *
   * @param size of the file, in bytes
   * @throws IOException with the program's own reason if it fails or does not end in time, and with
   *     its first line if that is no answer
   */
  ToolLayout ask(Path file, long size) throws IOException;

  /** Returns all names that a site may have for a server, see the guides' {@code hosts.file}. */
  List<String> names(String server);

  /**
   * Returns commands that give new files of an empty directory other layouts, by the layout's name;
   * empty where the file system has one layout, or takes no commands.
   */
  Map<String, List<List<String>>> layouts(Path directory);
}
