// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The archives of loaded classes in a directory, with the notes beside them, as they were when the
 * directory was listed. One that cannot be used is left out, which is logged: another may fit. Not
 * thread-safe.
 */
final class KeptArchives {

  private static final Logger LOG = LoggerFactory.getLogger(KeptArchives.class);

  private static final int MAX_NOTE = 1 << 20;

  /** A job that starts with an archive is over by then, also one that waited long in its queue. */
  private static final int DAYS = 30;

  private final KeptFiles files;
  private final List<FileStatus> all;

  private KeptArchives(KeptFiles files, List<FileStatus> all) {
    this.files = files;
    this.all = all;
  }

  /**
   * Lists a directory's archives; there are none if it is not there.
   *
   * @throws KeptFiles.UntrustedFileException if another user could have put them there
   */
  static KeptArchives in(KeptFiles files) throws IOException {
    return new KeptArchives(files, files.list());
  }

  /** An archive that may be used. */
  record Found(ClassArchive note, FileStatus file) {}

  /**
   * What was found for a job.
   *
   * @param objection why there is none, as a clause about the latest
   */
  record Choice(Optional<Found> archive, String objection) {}

  /** Returns the latest archive that was made for what a job starts from and can be used. */
  Choice find(LaunchOrigin origin) {
    List<String> objections = new ArrayList<>();
    for (FileStatus file : latest()) {
      try {
        ClassArchive note = read(file);
        Optional<String> difference = note.origin().difference(origin);
        if (difference.isEmpty()) {
          return new Choice(Optional.of(found(note)), "");
        }
        objections.add(note.archive() + " " + difference.get());
      } catch (IOException | RuntimeException e) {
        LOG.info("the class archive of {} is not used: {}", file.getPath(), e.getMessage());
        objections.add("no archive can be used: " + e.getMessage());
      }
    }
    objections.add("there is none in " + files.directory());
    return new Choice(Optional.empty(), objections.get(0));
  }

  private List<FileStatus> latest() {
    return all.stream()
        .filter(file -> file.getPath().getName().endsWith(ClassArchive.SUFFIX))
        .sorted(Comparator.comparingLong(FileStatus::getModificationTime).reversed())
        .toList();
  }

  private ClassArchive read(FileStatus note) throws IOException {
    files.requireOwned(note);
    if (note.getLen() > MAX_NOTE) {
      throw new IOException(note.getPath() + " is too long");
    }
    try (FSDataInputStream in = files.fs().open(note.getPath())) {
      return ClassArchive.parse(in.readAllBytes());
    }
  }

  private Found found(ClassArchive note) throws IOException {
    FileStatus file =
        files
            .find(new Path(note.archive()).getName())
            .orElseThrow(() -> new FileNotFoundException(note.archive() + " is not there"));
    if (file.getLen() != note.length()) {
      throw new IOException(
          file.getPath() + " has " + file.getLen() + " bytes and not " + note.length());
    }
    return new Found(note, file);
  }

  /**
   * Deletes archives and their notes in whose place another that can be used has been for {@value
   * #DAYS} days. What cannot be read or deleted stays, which is logged.
   */
  void deleteSuperseded() {
    List<LaunchOrigin> used = new ArrayList<>();
    for (FileStatus file : latest()) {
      try {
        ClassArchive note = read(file);
        boolean saysNothing = note.origin().values().isEmpty();
        if (used.contains(note.origin()) || saysNothing && !used.isEmpty()) {
          files.delete(file.getPath());
          files.delete(new Path(files.directory(), new Path(note.archive()).getName()));
        } else if (KeptFiles.isOlder(file, DAYS)) {
          used.add(found(note).note().origin());
        }
      } catch (IOException | RuntimeException e) {
        LOG.info("the class archive of {} is left: {}", file.getPath(), e.getMessage());
      }
    }
  }
}
