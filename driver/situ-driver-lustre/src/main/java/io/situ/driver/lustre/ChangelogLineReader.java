// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The lines of a changelog's text, each with where it begins. Not thread-safe. */
class ChangelogLineReader implements AutoCloseable {

  /** More than two names and what stands before them take. */
  static final int LONGEST = 16 << 10;

  private final InputStream in;
  private long at;

  /**
   * @param in closed with this
   * @param from where its first byte is
   */
  ChangelogLineReader(InputStream in, long from) {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.at = from;
  }

  /**
   * @param bytes without the line feed
   * @param start where its first byte is in the text
   */
  record Line(byte[] bytes, long start) {}

  /**
   * The next line, or null at the end. What no line feed ends is not reported: it is still being
   * written.
   *
   * @throws IOException if the text cannot be read, or was not reported as a whole
   */
  Line next() throws IOException, ChangelogException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    for (int each = in.read(); each >= 0; each = in.read()) {
      if (each == '\n') {
        Line next = new Line(line.toByteArray(), at);
        at += line.size() + 1;
        return next;
      }
      if (line.size() == LONGEST) {
        throw new ChangelogException("a line is longer than any record");
      }
      line.write(each);
    }
    end();
    return null;
  }

  /** Called where the text ends. */
  void end() throws IOException {}

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // It was only read.
    }
  }
}
