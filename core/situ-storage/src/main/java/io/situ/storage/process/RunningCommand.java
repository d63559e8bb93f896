// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A program that runs. One thread talks to it; any thread may end it. */
public final class RunningCommand implements AutoCloseable {

  private static final int MAX_ERROR_LINES = 100;
  private static final int MAX_LINE = 500;
  private static final long END_MILLIS = 1000;

  /** How long after its timeout a program that was killed may take to end. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String name;
  private final Process process;
  private final Duration timeout;
  private final long startNanos = System.nanoTime();
  private final Thread errors;
  private InputStream output;
  private volatile String firstError = "";
  private volatile boolean late;

  RunningCommand(String name, Process process, Duration timeout, Consumer<String> errorLines) {
    this.name = name;
    this.process = process;
    this.timeout = timeout;
    this.output = process.getInputStream();
    this.errors = new Thread(() -> readErrors(errorLines), "situ-command-errors");
    errors.setDaemon(true);
    errors.start();
    if (!timeout.isZero()) {
      process
          .onExit()
          .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .whenComplete((ended, failure) -> endIfLate(failure));
    }
  }

  /** Waits for nothing: it runs in the thread of all timeouts of this JVM. */
  private void endIfLate(Throwable failure) {
    if (failure instanceof TimeoutException) {
      late = true;
      destroy(process.descendants().toList());
    }
  }

  /** Returns the stream that the program reads; it stays open until it is closed. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** Returns the stream that the program writes to its standard output. */
  public InputStream output() {
    return output;
  }

  /** Has reads of its output fail in bounded time where the program cannot be killed. */
  RunningCommand withBoundedReads() {
    if (!timeout.isZero()) {
      output = new BoundedOutput(name, output, () -> Math.max(GRACE_NANOS, nanosLeft()));
    }
    return this;
  }

  /** Returns how long the program may still take to end; negative if that is over. */
  private long nanosLeft() {
    return timeout.toNanos() + GRACE_NANOS - (System.nanoTime() - startNanos);
  }

  /** Returns the first line that it wrote to standard error so far, or the empty text. */
  public String firstError() {
    return firstError;
  }

  /**
   * Waits for the program's end. A program that was killed is waited for a moment longer, but not
   * for ever: one that waits for a dead file system in the kernel ends only when that answers.
   *
   * @return its exit code
   * @throws IOException if it was killed because it did not end in time
   * @throws InterruptedIOException if the thread is interrupted; the program is killed
   */
  public int await() throws IOException {
    try {
      boolean ended = waitForEnd();
      if (ended) {
        join(errors, END_MILLIS);
      }
      if (late || !ended) {
        throw new IOException(
            name + " did not answer within " + timeout.toSeconds() + " s" + because(firstError));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private boolean waitForEnd() throws InterruptedException {
    if (timeout.isZero()) {
      process.waitFor();
      return true;
    }
    return process.waitFor(nanosLeft(), TimeUnit.NANOSECONDS);
  }

  private InterruptedIOException interrupted() {
    kill();
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while " + name + " ran");
  }

  /**
   * Waits for the program's end and requires exit code 0.
   *
   * @throws IOException as {@link #await} and {@link CommandResult#require}
   */
  public void requireSuccess() throws IOException {
    int code = await();
    new CommandResult(name, code, new byte[0], firstError).require();
  }

  /**
   * Returns how a program that has closed its output ended, as a clause. Kills one that runs.
   *
   * @throws InterruptedIOException if the thread is interrupted; the program is killed
   */
  public String reason() throws InterruptedIOException {
    try {
      if (!process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
        kill();
        return name + " closed its output" + because(firstError);
      }
      join(errors, END_MILLIS);
      return new CommandResult(name, process.exitValue(), new byte[0], firstError).reason();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /** Kills the program and what it has started, and waits a moment for its end. */
  void kill() {
    end(0);
  }

  /** Ends the program: asks it to, and after a second kills it and what it has started. */
  @Override
  public void close() {
    end(process.isAlive() ? END_MILLIS : 0);
  }

  private void end(long timeoutMillis) {
    List<ProcessHandle> started = process.descendants().toList();
    try {
      if (timeoutMillis > 0) {
        process.destroy();
        process.waitFor(timeoutMillis, TimeUnit.MILLISECONDS);
      }
      destroy(started);
      process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      destroy(started);
      Thread.currentThread().interrupt();
    }
  }

  private void destroy(List<ProcessHandle> started) {
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private void readErrors(Consumer<String> sink) {
    StringBuilder line = new StringBuilder();
    int lines = 0;
    try (InputStream in = process.getErrorStream()) {
      byte[] buffer = new byte[4096];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        for (char c : new String(buffer, 0, count, StandardCharsets.UTF_8).toCharArray()) {
          if (c == '\n') {
            lines += take(line, sink, lines);
          } else if (line.length() < MAX_LINE) {
            line.append(Character.isISOControl(c) ? ' ' : c);
          }
        }
      }
    } catch (IOException e) {
      // The program was killed.
    }
    take(line, sink, lines);
  }

  private int take(StringBuilder text, Consumer<String> sink, int lines) {
    String line = text.toString().strip();
    text.setLength(0);
    if (line.isEmpty() || lines == MAX_ERROR_LINES) {
      return 0;
    }
    if (firstError.isEmpty()) {
      firstError = line;
    }
    sink.accept(line);
    return 1;
  }

  static String because(String firstError) {
    return firstError.isEmpty() ? " and wrote no reason" : ": " + firstError;
  }

  static void join(Thread thread, long millis) throws InterruptedIOException {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
