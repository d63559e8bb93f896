// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.StorePath;
import io.situ.storage.process.ExternalCommand;
import io.situ.storage.process.RunningCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running program, asked line by line. Not thread-safe. */
final class LineProtocolProcess {

  private static final Logger LOG = LoggerFactory.getLogger(LineProtocolProcess.class);

  /** The program is gone; another one may answer. */
  static final class Ended extends IOException {
    private static final long serialVersionUID = 1L;

    Ended(String reason) {
      super("no answer: " + reason);
    }
  }

  /** Stands in the queue for the end of the program's output. */
  private static final String END = new String("end");

  private final RunningCommand process;
  private final OutputStream in;
  private final Thread listener;

  /** So many lines wait to be taken; the program waits then. */
  private static final int MAX_WAITING = 1_000;

  /** A longer line is no answer, bytes. */
  private static final int MAX_LINE = 1 << 20;

  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(MAX_WAITING);

  LineProtocolProcess(List<String> argv) throws IOException {
    process =
        ExternalCommand.of(argv, Duration.ZERO)
            .start(line -> LOG.warn("{}: {}", argv.get(0), line));
    in = process.input();
    listener = new Thread(this::listen, "situ-placement");
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (InputStream stream = process.output()) {
      readLines(stream);
    } catch (IOException e) {
      LOG.debug("a placement command's output ended", e);
    } catch (InterruptedException e) {
      return;
    }
    try {
      answers.put(END);
    } catch (InterruptedException e) {
      // No one asks any more.
      return;
    }
  }

  private void readLines(InputStream stream) throws IOException, InterruptedException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          answers.put(StorePath.decode(line.toByteArray()));
          line.reset();
        } else if (line.size() == MAX_LINE) {
          throw new IOException("a line of more than " + MAX_LINE + " bytes");
        } else {
          line.write(buffer[i]);
        }
      }
    }
  }

  /**
   * @param most lines to keep; what follows up to the answer's end is read and left out
   * @return the lines of the answer
   * @throws Ended if the program has ended
   * @throws InterruptedIOException if the thread is interrupted; the program must be closed then
   * @throws IOException if it does not answer in time; it must be closed then
   */
  List<String> request(String request, Duration timeout, int most) throws IOException {
    try {
      in.write(StorePath.encode(request + "\n"));
      in.flush();
    } catch (IOException e) {
      throw new Ended(process.reason());
    }
    long until = System.nanoTime() + timeout.toNanos();
    List<String> lines = new ArrayList<>();
    while (true) {
      String line = next(until, timeout);
      if (line.isEmpty()) {
        return lines;
      }
      if (lines.size() < most) {
        lines.add(line);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private String next(long until, Duration timeout) throws IOException {
    try {
      String line = answers.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new IOException("no answer within " + timeout.toSeconds() + " s" + said());
      }
      if (line == END) {
        throw new Ended(process.reason());
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a placement command ran");
    }
  }

  private String said() {
    String error = process.firstError();
    return error.isEmpty() ? "" : ": " + error;
  }

  /** Ends the program: asks it to, and kills it if it is still there after a second. */
  void close() {
    try {
      in.close();
    } catch (IOException e) {
      LOG.debug("a placement command was gone before its end", e);
    }
    process.close();
    listener.interrupt();
  }
}
