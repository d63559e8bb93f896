// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import java.util.List;
import java.util.Objects;

/**
 * The options of {@code HADOOP_CLIENT_OPTS}, with which Hadoop's own commands start Java.
 * Thread-safe.
 */
public final class ClientOptions {

  private static final String PROPERTY = "-D";
  private static final String KERBEROS = PROPERTY + "java.security.krb5.";

  private ClientOptions() {}

  /** Returns them, split as {@code hadoop} does; empty if there are none. */
  public static List<String> all() {
    return split(System.getenv("HADOOP_CLIENT_OPTS"));
  }

  static List<String> split(String options) {
    String all = Objects.requireNonNullElse(options, "").strip();
    return all.isEmpty() ? List.of() : List.of(all.split("\\s+"));
  }

  /** Returns those of these options that say where Java finds its realm of Kerberos. */
  public static List<String> ofRealm(List<String> options) {
    return options.stream().filter(option -> option.startsWith(KERBEROS)).toList();
  }

  /**
   * Has this process find its realm of Kerberos where these options say, as jobs do. Java looks for
   * it once: call this before the first login.
   */
  public static void findRealm(List<String> options) {
    for (String option : ofRealm(options)) {
      String[] property = option.substring(PROPERTY.length()).split("=", 2);
      System.setProperty(property[0], property.length == 1 ? "" : property[1]);
    }
  }
}
