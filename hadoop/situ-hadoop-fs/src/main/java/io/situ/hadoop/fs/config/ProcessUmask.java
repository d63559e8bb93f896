// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Which permission bits new files and directories are not to have. A user who sets Hadoop's {@code
 * fs.permissions.umask-mode} is obeyed; without that the process's umask counts, as for every other
 * program on a shared mount. Tasks on a cluster take that of the process that submitted their job.
 */
public final class ProcessUmask {

  private static final String HADOOPS = "fs.permissions.umask-mode";
  private static final String HADOOPS_DEFAULTS = "core-default.xml";
  private static final String SUBMITTED = "situ.mapreduce.umask";

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String LINE = "Umask:";
  private static final int OCTAL = 8;

  private static final OptionalInt OF_PROCESS = read(STATUS);

  private ProcessUmask() {}

  /** Returns the umask to create by. */
  public static FsPermission of(Configuration conf) {
    if (isSet(conf)) {
      return FsPermission.getUMask(conf);
    }
    String submitted = conf.get(SUBMITTED);
    if (submitted != null) {
      return new FsPermission((short) Integer.parseInt(submitted, OCTAL));
    }
    return OF_PROCESS.isPresent()
        ? new FsPermission((short) OF_PROCESS.getAsInt())
        : FsPermission.getUMask(conf);
  }

  /** Puts this process's umask into the configuration of a job that runs in other processes. */
  public static void submit(Configuration job) {
    OF_PROCESS.ifPresent(mask -> job.set(SUBMITTED, Integer.toOctalString(mask)));
  }

  /** A {@code job.xml} names, for each of its values, first where it came from. */
  private static boolean isSet(Configuration conf) {
    String[] sources = conf.getPropertySources(HADOOPS);
    return sources != null && sources.length > 0 && !sources[0].equals(HADOOPS_DEFAULTS);
  }

  /** Returns the umask in a text of Linux's {@code /proc/PID/status}; empty without such a line. */
  static OptionalInt read(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(LINE))
          .mapToInt(line -> Integer.parseInt(line.substring(LINE.length()).strip(), OCTAL))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return OptionalInt.empty();
    }
  }
}
