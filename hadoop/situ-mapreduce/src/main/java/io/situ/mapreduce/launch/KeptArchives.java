// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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

  /** No job begins with an archive that is deleted at the end of the day. */
  private static final int UNUSED_DAYS = DAYS - 1;

  /** What the names of marks of the days go on with on which jobs started with an archive. */
  private static final String USED = ".used";

  private final KeptFiles files;
  private final List<FileStatus> all;

  /** Whether all jobs that use the directory mark that: those of other users could not. */
  private final boolean marked;

  private KeptArchives(KeptFiles files, List<FileStatus> all, boolean marked) {
    this.files = files;
    this.all = all;
    this.marked = marked;
  }

  /**
   * Lists a directory's archives; there are none if it is not there.
   *
   * @throws KeptFiles.UntrustedFileException if another user could have put them there
   */
  static KeptArchives in(KeptFiles files) throws IOException {
    List<FileStatus> all = files.list();
    return new KeptArchives(files, all, !all.isEmpty() && files.isPrivate());
  }

  /**
   * An archive that may be used.
   *
   * @param name of the note, without what all end with
   */
  record Found(String name, ClassArchive note, FileStatus file) {}

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
        if (difference.isEmpty() && !isUnused(file, UNUSED_DAYS)) {
          return new Choice(Optional.of(found(name(file), note)), "");
        }
        objections.add(
            note.archive()
                + " "
                + difference.orElse("has not been used for " + UNUSED_DAYS + " days"));
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

  private static String name(FileStatus note) {
    String name = note.getPath().getName();
    return name.substring(0, name.length() - ClassArchive.SUFFIX.length());
  }

  private Stream<FileStatus> marks(FileStatus note) {
    String begin = name(note) + USED + "-";
    return all.stream().filter(file -> file.getPath().getName().startsWith(begin));
  }

  private boolean isUnused(FileStatus note, int days) {
    return marked
        && KeptFiles.isOlder(note, days)
        && marks(note).allMatch(mark -> KeptFiles.isOlder(mark, days));
  }

  /**
   * Notes that a job starts with an archive on this day, once for all jobs of the day. Where that
   * cannot be written, jobs start without the archive when it is {@value #UNUSED_DAYS} days old.
   */
  void markUsed(Found archive) {
    String mark = archive.name() + USED;
    String today = KeptFiles.dayMark(mark);
    if (marked && all.stream().noneMatch(file -> file.getPath().getName().equals(today))) {
      try {
        files.markDay(mark);
      } catch (IOException e) {
        LOG.info("that {} is used cannot be noted: {}", archive.file().getPath(), e.getMessage());
      }
    }
  }

  private Found found(String name, ClassArchive note) throws IOException {
    FileStatus file =
        files
            .find(new Path(note.archive()).getName())
            .orElseThrow(() -> new FileNotFoundException(note.archive() + " is not there"));
    if (file.getLen() != note.length()) {
      throw new IOException(
          file.getPath() + " has " + file.getLen() + " bytes and not " + note.length());
    }
    return new Found(name, note, file);
  }

  /**
   * Deletes archives and their notes in whose place another that can be used has been for {@value
   * #DAYS} days, and, in a directory that no other user can enter, those that no job has started
   * with for so long. What cannot be read or deleted stays, which is logged.
   */
  void deleteUnused() {
    List<LaunchOrigin> used = new ArrayList<>();
    for (FileStatus file : latest()) {
      try {
        ClassArchive note = read(file);
        boolean saysNothing = note.origin().values().isEmpty();
        if (used.contains(note.origin())
            || saysNothing && !used.isEmpty()
            || isUnused(file, DAYS)) {
          delete(file, note);
        } else if (KeptFiles.isOlder(file, DAYS)) {
          used.add(found(name(file), note).note().origin());
        }
      } catch (IOException | RuntimeException e) {
        LOG.info("the class archive of {} is left: {}", file.getPath(), e.getMessage());
      }
    }
  }

  private void delete(FileStatus file, ClassArchive note) {
    files.delete(file.getPath());
    files.delete(new Path(files.directory(), new Path(note.archive()).getName()));
    marks(file).forEach(mark -> files.delete(mark.getPath()));
  }
}
