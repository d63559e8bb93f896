// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.testbed.Testbed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process on a host of a testbed that writes and reads one file of a Hadoop file system from its
 * first byte to its last. Ends when it is closed. Not thread-safe.
 */
public final class SequentialProcess implements AutoCloseable {

  private final Process process;
  private final Writer steps;
  private final BufferedReader answers;
  private final Path log;

  private SequentialProcess(Process process, Path log) {
    this.process = process;
    this.steps = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.log = log;
  }

  /**
   * Starts one, and returns when it has opened the file system.
   *
   * @param scratch a directory for its program and its log
   * @param file a URI; what it names need not exist
   * @param bytes of the file
   * @param record bytes that are written or read at a time
   * @param copies that HDFS keeps of what is written
   * @throws IOException if it ends before, with what it said last
   */
  public static SequentialProcess start(
      Testbed testbed, String host, Path scratch, String file, long bytes, int record, int copies)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("jar", SequentialProgram.jar(scratch).toString()));
    words.addAll(List.of(SequentialProgram.class.getName(), "-Ddfs.replication=" + copies));
    words.addAll(List.of(file, "" + bytes, "" + record));
    Path log = scratch.resolve(host + ".log");
    Process process =
        new ProcessBuilder(testbed.hadoopCommand(host, "hadoop", words))
            .redirectError(log.toFile())
            .start();
    SequentialProcess started = new SequentialProcess(process, log);
    started.await(SequentialProgram.READY);
    return started;
  }

  /** Lets it begin to write the file, or to replace it. */
  public void write() throws IOException {
    say(SequentialProgram.WRITE);
  }

  /** Lets it begin to read the file. */
  public void read() throws IOException {
    say("read");
  }

  private void say(String step) throws IOException {
    steps.write(step + "\n");
    steps.flush();
  }

  /**
   * Waits until it has done what was begun, and returns how long that took, in seconds.
   *
   * @throws IOException if it could not do it, with what it said last
   */
  public double seconds() throws IOException {
    return Double.parseDouble(await(SequentialProgram.TOOK));
  }

  /** Returns what follows the word in the first line that begins with it. */
  private String await(String word) throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(word)) {
        return line.substring(word.length());
      }
    }
    throw new IOException("a client of the benchmark ended: " + reason());
  }

  /** What it said last, without the lines of a stack trace. */
  private String reason() throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> !line.strip().startsWith("at "))
          .reduce((a, b) -> b)
          .orElse("no reason given");
    }
  }

  /** Ends the process, which has nothing to do any more, and waits for that. */
  @Override
  public void close() throws IOException {
    steps.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
