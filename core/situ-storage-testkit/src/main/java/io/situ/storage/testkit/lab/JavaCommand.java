// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that runs a program of the tests in a Java process of its own: this process's Java
 * and class path, with options by which a process of seconds uses the least of the processors. Not
 * thread-safe.
 */
public final class JavaCommand {

  private final Class<?> program;
  private final List<String> options =
      new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
  private String classPath = classPath();

  private JavaCommand(Class<?> program) {
    this.program = program;
  }

  /**
   * Returns the command for a program.
   *
   * @param program a class with {@code main}
   */
  public static JavaCommand of(Class<?> program) {
    return new JavaCommand(program);
  }

  /** Adds options of Java, and returns this. */
  public JavaCommand with(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Puts directories or jars before all others of the class path, and returns this. */
  public JavaCommand before(String first) {
    classPath = first + ":" + classPath;
    return this;
  }

  /** Returns the words of the command, which end with the arguments: a list that may be changed. */
  public List<String> call(Object... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    words.addAll(List.of("-cp", classPath, program.getName()));
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    return words;
  }

  /** Surefire's own class path may be one jar that names the others. */
  private static String classPath() {
    String all = System.getProperty("surefire.test.class.path");
    return all == null ? System.getProperty("java.class.path") : all;
  }
}
