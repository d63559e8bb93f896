// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.diagnostics.LayoutAdvice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The two attributes of a directory that give new files in it their strips. The kernel's client
 * takes each as a C string: without a NUL at the end it refuses to create any file in the
 * directory.
 */
final class StripAttributes {

  static final String DISTRIBUTION = "user.pvfs2.dist_name";
  static final String PARAMETERS = "user.pvfs2.dist_params";

  private StripAttributes() {}

  /** Returns the attributes for strips of {@code bytes}, in the order in which they are set. */
  static Map<String, byte[]> of(long bytes) {
    Map<String, byte[]> values = new LinkedHashMap<>();
    values.put(DISTRIBUTION, terminated(Distribution.STRIPED));
    values.put(PARAMETERS, terminated("strip_size:" + bytes));
    return values;
  }

  private static byte[] terminated(String text) {
    return (text + "\0").getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns the command of a shell that sets an attribute.
   *
   * @param directory as a word of the shell
   */
  static String command(String name, byte[] value, String directory) {
    return "setfattr -n " + name + " -v 0x" + HexFormat.of().formatHex(value) + " " + directory;
  }

  /**
   * Returns what is wrong with the attributes of a directory, and the commands that set them again.
   *
   * @param attributes all that the directory has
   * @param path where the directory is on this host
   */
  static Optional<LayoutAdvice> repair(Map<String, byte[]> attributes, String path) {
    List<String> open =
        attributes.keySet().stream()
            .filter(name -> name.equals(DISTRIBUTION) || name.equals(PARAMETERS))
            .filter(name -> !isTerminated(attributes.get(name)))
            .sorted()
            .toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    String word = new LayoutAdvice.Query(path, 1, 0, 0).quoted();
    return Optional.of(
        new LayoutAdvice(
            "the kernel's client of OrangeFS refuses to create files in "
                + path
                + ", for "
                + String.join(" and ", open)
                + " there "
                + (open.size() == 1 ? "does" : "do")
                + " not end with a NUL byte",
            open.stream().map(name -> command(name, repaired(attributes, name), word)).toList()));
  }

  private static boolean isTerminated(byte[] value) {
    return value.length > 0 && value[value.length - 1] == 0;
  }

  private static byte[] repaired(Map<String, byte[]> attributes, String name) {
    byte[] value = attributes.get(name);
    return Arrays.copyOf(value, value.length + 1);
  }
}
