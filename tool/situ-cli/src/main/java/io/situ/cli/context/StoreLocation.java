// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A path in a store.
 *
 * @param store the store's name, empty for the one behind {@code situ:///}
 */
public record StoreLocation(String store, StorePath path) {

  public static final String SCHEME = "situ:";

  /** Whether a text is a URI of another file system, such as {@code hdfs://nn/data}. */
  public static boolean isForeign(String text) {
    return text.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*://.*") && !text.startsWith(SCHEME)
        || text.startsWith("file:/");
  }

  /**
   * What a PATH on the command line means.
   *
   * @param text a {@code situ:} URI, an absolute path, or one from the working directory
   * @param store the name of the store that plain paths are in
   */
  public static StoreLocation of(String text, String store) {
    if (text.isEmpty()) {
      throw CliException.usage("a path is empty");
    }
    if (isForeign(text)) {
      throw CliException.usage(
          "'" + text + "' is not a path in a store; use a path or situ://STORE/path");
    }
    if (text.startsWith(SCHEME)) {
      return ofUri(text);
    }
    if (store.isEmpty()) {
      String absolute = text.startsWith("/") ? text : System.getProperty("user.dir") + "/" + text;
      return new StoreLocation("", normal(absolute, text));
    }
    return new StoreLocation(store, normal(text.startsWith("/") ? text : "/" + text, text));
  }

  private static StoreLocation ofUri(String uri) {
    String rest = uri.substring(SCHEME.length());
    String store = "";
    if (rest.startsWith("//")) {
      int slash = rest.indexOf('/', 2);
      store = rest.substring(2, slash < 0 ? rest.length() : slash);
      rest = slash < 0 ? "/" : rest.substring(slash);
    }
    if (!rest.startsWith("/")) {
      throw CliException.usage("'" + uri + "' must be situ://STORE/path or situ:///path");
    }
    return new StoreLocation(store, normal(rest, uri));
  }

  /** Takes {@code .} and {@code ..} out as a shell's {@code cd} does. */
  private static StorePath normal(String path, String given) {
    Deque<String> names = new ArrayDeque<>();
    for (String name : path.split("/")) {
      if (name.equals("..")) {
        names.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    try {
      return StorePath.of("/" + String.join("/", names));
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, "'" + given + "' is not a path: " + e.getMessage(), e);
    }
  }

  public String uri() {
    return SCHEME + "//" + store + path;
  }

  /** As people write it: a plain path where that says it all. */
  public String display() {
    return store.isEmpty() ? path.toString() : uri();
  }
}
