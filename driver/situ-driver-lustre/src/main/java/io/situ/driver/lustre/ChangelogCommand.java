package io.situ.driver.lustre;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Changelogs that a program prints, called with the metadata target's name and the number of the
 * first record wanted, without a number for all of them. Another one, if there is one, clears them.
 */
final class ChangelogCommand implements ChangelogSource {

  private final List<String> print;
  private final List<String> clear;
  private final Duration patience;

  /**
   * @param print the program with its first arguments
   * @param clear likewise; empty where nobody clears
   * @param patience after which a program that has not ended is ended
   */
  ChangelogCommand(List<String> print, List<String> clear, Duration patience) {
    this.print = List.copyOf(print);
    this.clear = List.copyOf(clear);
    this.patience = patience;
  }

  @Override
  public Optional<Position> last(String mdt) throws IOException, ChangelogException {
    RecordLines.Line last = null;
    try (RecordLines lines = start(mdt)) {
      for (RecordLines.Line line = lines.next(); line != null; line = lines.next()) {
        last = line;
      }
    }
    return last == null
        ? Optional.empty()
        : Optional.of(new Position(ChangelogRecord.parse(last.bytes()).number(), 0));
  }

  @Override
  public RecordLines from(String mdt, Position position) throws IOException {
    return start(mdt, Long.toString(position.number()));
  }

  private RecordLines start(String... arguments) throws IOException {
    Process process = start(print, arguments).redirectOutput(Redirect.PIPE).start();
    endInTime(process);
    return new RecordLines(process.getInputStream(), 0) {
      @Override
      void end() throws IOException {
        check(print, process);
      }

      @Override
      public void close() {
        stop(process);
        super.close();
      }
    };
  }

  @Override
  public void clear(String mdt, long number) throws IOException {
    if (!clear.isEmpty()) {
      Process process = start(clear, mdt, Long.toString(number)).start();
      endInTime(process);
      check(clear, process);
    }
  }

  private static ProcessBuilder start(List<String> program, String... arguments) {
    List<String> argv = new ArrayList<>(program);
    argv.addAll(List.of(arguments));
    return new ProcessBuilder(argv)
        .redirectInput(Redirect.from(new File("/dev/null")))
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD);
  }

  private void endInTime(Process process) {
    process
        .onExit()
        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (ended, failure) -> {
              if (failure instanceof TimeoutException) {
                stop(process);
              }
            });
  }

  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void check(List<String> program, Process process) throws IOException {
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException("'" + String.join(" ", program) + "' ended with exit code " + code);
      }
    } catch (InterruptedException e) {
      stop(process);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
