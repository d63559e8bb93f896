// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.situ.storage.StorePath;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output: text for a person on a terminal, exact bytes for a program in a pipe. */
public final class Console {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OutputStream stream;
  private final boolean terminal;
  private volatile boolean endsWithReader;

  /** Whether the reader went away; what follows is dropped. */
  private volatile boolean gone;

  public Console(OutputStream stream, boolean terminal) {
    this.stream = new BufferedOutputStream(stream, 1 << 16);
    this.terminal = terminal;
  }

  /** The launcher says in {@code SITU_TERMINAL} which streams are terminals, as digits. */
  public static Console standard() {
    return new Console(new FileOutputStream(FileDescriptor.out), isTerminal('1'));
  }

  /** Whether standard error is a terminal. */
  public static boolean errorIsTerminal() {
    return isTerminal('2');
  }

  private static boolean isTerminal(char descriptor) {
    String terminals = System.getenv("SITU_TERMINAL");
    return terminals != null && terminals.indexOf(descriptor) >= 0;
  }

  /**
   * Has the process end, without an error, as soon as its reader goes away: for commands that only
   * list. Others go on, and end as they would.
   */
  public void endWithReader() {
    endsWithReader = true;
  }

  public boolean terminal() {
    return terminal;
  }

  public void line(String text) {
    write(text.getBytes(StandardCharsets.UTF_8));
    write('\n');
  }

  /** Text for people, a name in it escaped on a terminal and as it is in a pipe. */
  public void name(String before, String name, String after) {
    write(before.getBytes(StandardCharsets.UTF_8));
    write(
        terminal
            ? DisplayNames.escaped(name).getBytes(StandardCharsets.UTF_8)
            : StorePath.encode(name));
    write(after.getBytes(StandardCharsets.UTF_8));
  }

  /** One JSON value on one line. */
  public void json(JsonNode value) {
    try {
      write(JSON.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write('\n');
  }

  /** One JSON value over several lines. */
  public void prettyJson(JsonNode value) {
    try {
      write(JSON.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write('\n');
  }

  private interface Output {
    void run() throws IOException;
  }

  public void write(byte[] bytes) {
    deliver(() -> stream.write(bytes));
  }

  public void write(int oneByte) {
    deliver(() -> stream.write(oneByte));
  }

  /** Ends the process if what was written cannot be delivered to a reader that is there. */
  public void flush() {
    deliver(stream::flush);
  }

  private void deliver(Output output) {
    if (gone) {
      return;
    }
    try {
      output.run();
    } catch (IOException e) {
      undelivered(e);
    }
  }

  /** A reader that went away, as {@code head} does, is no error; a full disk is. */
  private void undelivered(IOException e) {
    if (!isPipe()) {
      System.err.println("situ: standard output cannot be written: " + e.getMessage());
      Runtime.getRuntime().halt(ExitCode.UNAVAILABLE.code());
    }
    gone = true;
    if (endsWithReader) {
      Runtime.getRuntime().halt(ExitCode.OK.code());
    }
  }

  private static boolean isPipe() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().matches("[a-z]+:.*");
    } catch (IOException e) {
      return false;
    }
  }
}
