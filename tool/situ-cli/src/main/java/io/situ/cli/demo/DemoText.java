// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import io.situ.cli.console.CliException;
import io.situ.cli.context.Installation;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Real text that is on every machine: the documentation of the source tree, over and over. */
final class DemoText {

  static final int FILES = 12;

  private DemoText() {}

  /** Writes {@value #FILES} files of whole lines, together at least {@code bytes} long. */
  static void write(Path directory, long bytes) throws IOException {
    List<byte[]> pages = pages();
    for (int i = 0; i < FILES; i++) {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(directory.resolve(String.format("text-%02d", i))), 1 << 20)) {
        int page = i;
        for (long left = bytes / FILES; left > 0; page++) {
          byte[] next = pages.get(page % pages.size());
          out.write(next);
          left -= next.length;
        }
      }
    }
  }

  private static List<byte[]> pages() throws IOException {
    Path home = Installation.home();
    List<Path> files;
    try (Stream<Path> docs = Files.walk(home.resolve("docs"))) {
      files = docs.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
    if (files.isEmpty()) {
      throw CliException.input(
          "there is no text in '" + home.resolve("docs") + "' to count words of");
    }
    List<byte[]> pages = new ArrayList<>();
    for (Path file : files) {
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      page.write(Files.readAllBytes(file));
      page.write('\n');
      pages.add(page.toByteArray());
    }
    return pages;
  }
}
