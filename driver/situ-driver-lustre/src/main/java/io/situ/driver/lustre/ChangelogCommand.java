// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.process.ExternalCommand;
import io.situ.storage.process.RunningCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Changelogs that a program prints, called with the metadata target's name and the number of the
 * first record wanted, without a number for all of them. Another one, if there is one, clears them.
 */
final class ChangelogCommand implements ChangelogSource {

  private final List<String> print;
  private final List<String> clear;
  private final Duration timeout;

  /**
   * @param print the program with its first arguments
   * @param clear likewise; empty where nothing is cleared
   * @param timeout after which a program that has not ended is ended
   */
  ChangelogCommand(List<String> print, List<String> clear, Duration timeout) {
    this.print = List.copyOf(print);
    this.clear = List.copyOf(clear);
    this.timeout = timeout;
  }

  @Override
  public Optional<Position> last(String mdt) throws IOException, ChangelogException {
    ChangelogLineReader.Line last = null;
    try (ChangelogLineReader lines = start(mdt)) {
      for (ChangelogLineReader.Line line = lines.next(); line != null; line = lines.next()) {
        last = line;
      }
    }
    return last == null
        ? Optional.empty()
        : Optional.of(Position.of(ChangelogRecord.parse(last.bytes()).number(), last));
  }

  @Override
  public ChangelogLineReader from(String mdt, Position position) throws IOException {
    return start(mdt, Long.toString(position.number()));
  }

  private ChangelogLineReader start(String... arguments) throws IOException {
    RunningCommand running = command(print, arguments).startReading();
    return new ChangelogLineReader(running.output(), 0) {
      @Override
      void end() throws IOException {
        running.requireSuccess();
      }

      @Override
      public void close() {
        running.close();
        super.close();
      }
    };
  }

  @Override
  public void clear(String mdt, long number) throws IOException {
    if (!clear.isEmpty()) {
      command(clear, mdt, Long.toString(number)).run().require();
    }
  }

  private ExternalCommand command(List<String> program, String... arguments) {
    List<String> argv = new ArrayList<>(program);
    argv.addAll(List.of(arguments));
    return ExternalCommand.of(argv, timeout);
  }
}
