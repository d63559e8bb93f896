// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Changelogs in files that an administrator has appended to. Who writes a file also decides when it
 * starts over, so nothing is cleared here.
 */
final class ChangelogFile implements ChangelogSource {

  /** Stands for the metadata target in the name of a file. */
  static final String TARGET = "{mdt}";

  /** Room for two lines. */
  private static final int TAIL = 2 * ChangelogLineReader.LONGEST + 2;

  private final Path name;

  ChangelogFile(Path name) {
    this.name = name;
  }

  private RandomAccessFile open(String mdt) throws IOException {
    Path file = Path.of(name.toString().replace(TARGET, mdt));
    if (!Files.exists(file)) {
      throw new IOException(file + " is not there");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is not a file");
    }
    return new RandomAccessFile(file.toFile(), "r");
  }

  @Override
  public Optional<Position> last(String mdt) throws IOException, ChangelogException {
    try (RandomAccessFile file = open(mdt)) {
      long size = file.length();
      long from = Math.max(0, size - TAIL);
      byte[] tail = new byte[(int) (size - from)];
      file.seek(from);
      file.readFully(tail);
      int end = lineFeed(tail, tail.length);
      int start = lineFeed(tail, end) + 1;
      if (from > 0 && start == 0) {
        throw new ChangelogException("a line is longer than any record");
      }
      if (end < 0) {
        return Optional.empty();
      }
      byte[] line = Arrays.copyOfRange(tail, start, end);
      return Optional.of(
          Position.of(
              ChangelogRecord.parse(line).number(),
              new ChangelogLineReader.Line(line, from + start)));
    }
  }

  /** The last line feed before {@code end}, or -1. */
  private static int lineFeed(byte[] text, int end) {
    int at = end - 1;
    while (at >= 0 && text[at] != '\n') {
      at--;
    }
    return at;
  }

  /** Begins at the place where the record was, if it still is there. */
  @Override
  public ChangelogLineReader from(String mdt, Position position) throws IOException {
    RandomAccessFile file = open(mdt);
    try {
      long start = isAt(file, position) ? position.offset() : 0;
      file.seek(start);
      return new ChangelogLineReader(Channels.newInputStream(file.getChannel()), start);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static boolean isAt(RandomAccessFile file, Position position) throws IOException {
    if (position.offset() <= 0 || position.offset() >= file.length()) {
      return false;
    }
    byte[] there =
        new byte
            [(int)
                Math.min(ChangelogLineReader.LONGEST + 2, file.length() - position.offset() + 1)];
    file.seek(position.offset() - 1);
    file.readFully(there);
    int end = 1;
    while (end < there.length && there[end] != '\n') {
      end++;
    }
    return there[0] == '\n' && position.isOf(Arrays.copyOfRange(there, 1, end));
  }

  @Override
  public void clear(String mdt, long number) {}
}
