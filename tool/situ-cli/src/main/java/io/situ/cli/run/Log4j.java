// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sends everything a job's process logs to one file. */
public final class Log4j {

  public static final String FILE = "situ-log4j.properties";

  private Log4j() {}

  public static void write(Path directory, Path log) throws IOException {
    Files.writeString(
        directory.resolve(FILE),
        String.join(
            "\n",
            "log4j.rootLogger=INFO, file",
            "log4j.appender.file=org.apache.log4j.FileAppender",
            "log4j.appender.file.File=" + log,
            "log4j.appender.file.layout=org.apache.log4j.PatternLayout",
            "log4j.appender.file.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n",
            ""));
  }
}
