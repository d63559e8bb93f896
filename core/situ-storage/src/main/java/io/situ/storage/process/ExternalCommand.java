// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A program with its arguments, without a shell. It ends in bounded time with all processes it
 * started, its output is bounded, and its exit code and the first line that it writes to standard
 * error are in the message of a failure. Immutable.
 */
public final class ExternalCommand {

  private static final int DEFAULT_MAX_OUTPUT = 16 << 20;
  private static final Redirect NO_INPUT = Redirect.from(new File("/dev/null"));

  private final List<String> argv;
  private final Duration timeout;
  private final int maxOutput;
  private final byte[] input;
  private final Map<String, String> variables;
  private final Set<String> unset;

  private ExternalCommand(
      List<String> argv,
      Duration timeout,
      int maxOutput,
      byte[] input,
      Map<String, String> variables,
      Set<String> unset) {
    this.argv = List.copyOf(argv);
    this.timeout = timeout;
    this.maxOutput = maxOutput;
    this.input = input;
    this.variables = Map.copyOf(variables);
    this.unset = Set.copyOf(unset);
  }

  /**
   * Returns a command that reads nothing.
   *
   * @param argv the program and its arguments
   * @param timeout after which it is killed; zero for none
   */
  public static ExternalCommand of(List<String> argv, Duration timeout) {
    return new ExternalCommand(argv, timeout, DEFAULT_MAX_OUTPUT, new byte[0], Map.of(), Set.of());
  }

  /** Returns the same command that reads these bytes; they should fit into a pipe, 64 KiB. */
  public ExternalCommand withInput(byte[] bytes) {
    return new ExternalCommand(argv, timeout, maxOutput, bytes.clone(), variables, unset);
  }

  /**
   * @param bytes the most that {@link #run} takes; 16 MiB by default
   */
  public ExternalCommand withMaxOutput(int bytes) {
    return new ExternalCommand(argv, timeout, bytes, input, variables, unset);
  }

  /** Returns the same command with an environment variable set. */
  public ExternalCommand withVariable(String name, String value) {
    Map<String, String> more = new HashMap<>(variables);
    more.put(name, value);
    return new ExternalCommand(argv, timeout, maxOutput, input, more, unset);
  }

  /** Returns the same command with environment variables of this process taken away. */
  public ExternalCommand withoutVariables(String... names) {
    Set<String> more = new HashSet<>(unset);
    more.addAll(List.of(names));
    return new ExternalCommand(argv, timeout, maxOutput, input, variables, more);
  }

  /** Returns the program's name, in quotes. */
  String name() {
    return "'" + argv.get(0) + "'";
  }

  /**
   * Runs the command to its end.
   *
   * @return what it wrote and how it ended; a failure too, see {@link CommandResult#require}
   * @throws IOException if it cannot be started, does not end in time, or writes too much
   * @throws java.io.InterruptedIOException if the thread is interrupted; the program is killed
   */
  public CommandResult run() throws IOException {
    try (RunningCommand running = start(line -> {}, input.length > 0)) {
      Collector collector = new Collector(running, maxOutput);
      if (input.length > 0) {
        write(running);
      }
      int code = running.await();
      byte[] output = collector.finish();
      if (collector.isCut()) {
        throw new IOException(name() + " wrote more than " + maxOutput + " bytes");
      }
      return new CommandResult(name(), code, output, running.firstError());
    }
  }

  /** What cannot be written is not read: the program's end says why. */
  private void write(RunningCommand running) {
    try (OutputStream in = running.input()) {
      in.write(input);
    } catch (IOException e) {
      return;
    }
  }

  /**
   * Starts a program that is talked to while it runs.
   *
   * @param errorLines gets the first lines that it writes to standard error, in another thread
   * @return the running program; the caller closes it
   * @throws IOException if it cannot be started
   */
  public RunningCommand start(Consumer<String> errorLines) throws IOException {
    return start(errorLines, true);
  }

  /**
   * As {@link #start(Consumer)}, for a program that reads nothing and is only listened to. A read
   * of its output fails a moment after the timeout, also where the program cannot be killed.
   */
  public RunningCommand startReading() throws IOException {
    return start(line -> {}, false).withBoundedReads();
  }

  private RunningCommand start(Consumer<String> errorLines, boolean reads) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.environment().keySet().removeAll(unset);
    builder.environment().putAll(variables);
    if (!reads) {
      builder.redirectInput(NO_INPUT);
    }
    try {
      return new RunningCommand(name(), builder.start(), timeout, errorLines);
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage()).replaceFirst("(?s).*error=\\d+, ", "");
      throw new IOException(name() + " cannot be started: " + reason, e);
    }
  }

  /** Takes what a program writes, so that it never waits for a reader. */
  private static final class Collector implements Runnable {

    private static final long GRACE_MILLIS = 1000;

    private final RunningCommand running;
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread thread = new Thread(this, "situ-command-output");
    private volatile boolean cut;

    Collector(RunningCommand running, int most) {
      this.running = running;
      this.most = most;
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void run() {
      byte[] buffer = new byte[8192];
      try (InputStream out = running.output()) {
        for (int count = out.read(buffer); count >= 0 && !cut; count = out.read(buffer)) {
          add(buffer, count);
        }
      } catch (IOException e) {
        // The program was killed; how it ended says why.
      }
      if (cut) {
        running.kill();
      }
    }

    private synchronized void add(byte[] buffer, int count) {
      cut = count > most - bytes.size();
      bytes.write(buffer, 0, cut ? 0 : count);
    }

    boolean isCut() {
      return cut;
    }

    /** A process that the program left behind may keep its output open: it is not waited for. */
    byte[] finish() throws IOException {
      RunningCommand.join(thread, GRACE_MILLIS);
      synchronized (this) {
        return bytes.toByteArray();
      }
    }
  }
}
