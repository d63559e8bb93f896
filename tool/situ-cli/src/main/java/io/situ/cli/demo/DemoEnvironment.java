// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where a demonstration runs. Closing it, once or more often, takes away what it made. */
interface DemoEnvironment extends AutoCloseable {

  /** What it is, for the first line. */
  String title();

  /** How much text suits it. */
  int megabytes();

  /** The directory for the text; it is there. */
  Path input();

  /** Counts words with Hadoop as it is. */
  DemoVariant stock() throws IOException, InterruptedException;

  /** Counts the same words in place. */
  DemoVariant inPlace() throws IOException, InterruptedException;

  /** What stays and how to get rid of it, as a sentence. */
  Optional<String> kept();

  @Override
  void close() throws IOException;
}
