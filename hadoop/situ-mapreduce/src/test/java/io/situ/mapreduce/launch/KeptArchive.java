// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** An archive of classes that is kept for jobs, as far as their client looks at it. */
public final class KeptArchive {

  private static final String CONTENT = "archive";

  private KeptArchive() {}

  /**
   * Keeps {@code x.jsa}, for jobs that start from what Hadoop's own defaults say.
   *
   * @param directory is made, for its owner only
   */
  public static void make(Path directory) throws IOException {
    Configuration conf = new Configuration();
    conf.set(LaunchKeys.DIRECTORY.name(), directory.toUri().toString());
    KeptFiles files = KeptFiles.of(conf);
    files.create();
    Path content = Files.writeString(directory.resolveSibling("x"), CONTENT);
    files.put(content, "x" + ClassArchive.ARCHIVE, conf);
    note("x", "x" + ClassArchive.ARCHIVE, LaunchOrigin.of(conf), files);
  }

  /** Keeps a note of such an archive. */
  static void note(String name, String archive, LaunchOrigin origin, KeptFiles files)
      throws IOException {
    ClassArchive note =
        new ClassArchive(archive, CONTENT.length(), origin, List.of("/hadoop/a.jar"), List.of());
    Path written = Files.createTempFile("note", "");
    try {
      files.put(
          Files.write(written, note.toJson()), name + ClassArchive.SUFFIX, new Configuration());
    } finally {
      Files.delete(written);
    }
  }
}
