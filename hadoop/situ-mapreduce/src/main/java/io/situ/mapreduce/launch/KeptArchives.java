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
  static final int DAYS = 30;

  /** No job begins with an archive that may be deleted at the end of the day. */
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
        if (difference.isEmpty()) {
          return new Choice(Optional.of(found(name(file), note)), "");
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

  /** Returns all plain files of the directory. */
  List<FileStatus> all() {
    return all;
  }

  /** Returns whether each job that starts with one of the archives marks the day. */
  boolean areMarked() {
    return marked;
  }

  /** Returns the notes, the latest first. */
  List<FileStatus> latest() {
    return all.stream()
        .filter(file -> file.getPath().getName().endsWith(ClassArchive.SUFFIX))
        .sorted(Comparator.comparingLong(FileStatus::getModificationTime).reversed())
        .toList();
  }

  /**
   * Reads a note.
   *
   * @throws IOException if it is none that this version knows, or another user could have put it
   *     there
   */
  ClassArchive read(FileStatus note) throws IOException {
    files.requireOwned(note);
    if (note.getLen() > MAX_NOTE) {
      throw new IOException(note.getPath() + " is too long");
    }
    try (FSDataInputStream in = files.fs().open(note.getPath())) {
      return ClassArchive.parse(in.readAllBytes());
    }
  }

  /** Returns the name of a note without what all end with. */
  static String name(FileStatus note) {
    String name = note.getPath().getName();
    return name.substring(0, name.length() - ClassArchive.SUFFIX.length());
  }

  /** Returns the marks of the days on which jobs started with an archive. */
  List<FileStatus> marks(String name) {
    String begin = name + USED + "-";
    return all.stream().filter(file -> file.getPath().getName().startsWith(begin)).toList();
  }

  /** Returns whether a job has started with an archive in so many days, as far as is marked. */
  boolean isUsed(String name, int days) {
    return marks(name).stream().anyMatch(mark -> !KeptFiles.isOlder(mark, days));
  }

  /** Returns whether certainly no job has started with an archive for so many days. */
  boolean isUnused(String name, int days) {
    return marked && !marks(name).isEmpty() && !isUsed(name, days);
  }

  /**
   * Has the days count from now for one that has no mark, as clients of older versions leave it.
   */
  void markUnmarked(String name) throws IOException {
    if (marked && marks(name).isEmpty()) {
      files.markDay(name + USED);
    }
  }

  /**
   * Marks that a job starts with an archive on this day, once for all jobs of the day, and looks
   * for the archive after that: who deletes one takes it away first, and looks for marks after
   * that.
   *
   * @return whether this is the day's first job
   * @throws IOException if the archive is not there any more, or if one that has not been used for
   *     {@value #UNUSED_DAYS} days cannot be marked
   */
  boolean markUsed(Found archive) throws IOException {
    String mark = archive.name() + USED;
    String today = KeptFiles.dayMark(mark);
    if (!marked || all.stream().anyMatch(file -> file.getPath().getName().equals(today))) {
      return false;
    }
    boolean first;
    try {
      first = files.markDay(mark);
    } catch (IOException e) {
      String sentence = archive.file().getPath() + " cannot be marked as used: " + e.getMessage();
      if (isUnused(archive.name(), UNUSED_DAYS)) {
        throw new IOException(sentence, e);
      }
      LOG.info(sentence);
      return false;
    }
    found(archive.name(), archive.note());
    return first;
  }

  /**
   * Finds the archive of a note.
   *
   * @throws FileNotFoundException if it is not there
   * @throws IOException if it is another than the note says
   */
  Found found(String name, ClassArchive note) throws IOException {
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
}
