// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * Calls the tool in the test's own process, which costs no start of Java, where neither the script
 * nor the end of the process is what is tested. Standard error is the process's: not thread-safe.
 */
public final class InProcessTool {

  /** Gives what {@link Tool} gives. */
  public Tool.Result run(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
    PrintStream before = System.err;
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      Console console = new Console(out, false);
      CommandLine line = SituCli.commandLine(console);
      int code = line.execute(words);
      console.flush();
      return new Tool.Result(
          code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
  }
}
