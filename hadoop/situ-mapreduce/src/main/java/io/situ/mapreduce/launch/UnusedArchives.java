// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes archives of loaded classes and their notes in whose place another that can be used has
 * been for {@value #DAYS} days, and, in a directory that no other user can enter, what no job has
 * started with for so long. The directory may be used for other files too: besides what a note says
 * only names count that {@link ClassArchiveTool} gives. Not thread-safe; several processes may do
 * so at once.
 */
final class UnusedArchives {

  private static final Logger LOG = LoggerFactory.getLogger(UnusedArchives.class);

  private static final int DAYS = KeptArchives.DAYS;

  /** The names of archives and of the marks of days. */
  private static final Pattern OF_NOTE =
      Pattern.compile(
          "("
              + ClassArchiveTool.NAMES
              + ")("
              + Pattern.quote(ClassArchive.ARCHIVE)
              + "|\\.used-[0-9-]{10})");

  private final KeptFiles files;
  private final KeptArchives kept;
  private final List<LaunchOrigin> used = new ArrayList<>();

  /** The archives of notes that stay. */
  private final Set<String> named = new HashSet<>();

  UnusedArchives(KeptFiles files) throws IOException {
    this.files = files;
    this.kept = KeptArchives.in(files);
  }

  /**
   * Deletes what is not used, and what processes have left there that were killed. What cannot be
   * read or deleted stays, which is logged.
   */
  static void delete(KeptFiles files) {
    try {
      files.deleteLeft();
      new UnusedArchives(files).delete();
    } catch (IOException | RuntimeException e) {
      LOG.warn("what is not used any more stays in {}: {}", files.directory(), e.getMessage());
    }
  }

  /** Deletes what was not used when this was made, and is not now. */
  void delete() {
    kept.latest().forEach(this::deleteUnused);
    if (kept.areMarked()) {
      deleteWithoutNote();
    }
  }

  private void deleteUnused(FileStatus note) {
    String name = KeptArchives.name(note);
    String archive = name + ClassArchive.ARCHIVE;
    boolean own = name.matches(ClassArchiveTool.NAMES);
    boolean unused = false;
    try {
      files.requireOwned(note);
      unused = kept.isUnused(name, DAYS);
      ClassArchive content = kept.read(note);
      own = true;
      archive = new Path(content.archive()).getName();
      unused = unused || isReplaced(content.origin());
      if (!unused && KeptFiles.isOlder(note, DAYS)) {
        used.add(kept.found(name, content).note().origin());
      }
    } catch (FileNotFoundException e) {
      unused = KeptFiles.isOlder(note, DAYS);
    } catch (IOException | RuntimeException e) {
      LOG.info("the class archive of {} cannot be used: {}", note.getPath(), e.getMessage());
    }
    if (own && (!unused || !isDeleted(name, archive))) {
      named.add(archive);
      markUnmarked(name);
    }
  }

  private boolean isReplaced(LaunchOrigin origin) {
    return used.contains(origin) || origin.values().isEmpty() && !used.isEmpty();
  }

  private void markUnmarked(String name) {
    try {
      kept.markUnmarked(name);
    } catch (IOException e) {
      LOG.info("that {} has no mark cannot be noted: {}", name, e.getMessage());
    }
  }

  /** What processes left that were killed while they made an archive or deleted one. */
  private void deleteWithoutNote() {
    Set<String> notes = kept.latest().stream().map(KeptArchives::name).collect(Collectors.toSet());
    for (FileStatus file : kept.all()) {
      Matcher parts = OF_NOTE.matcher(file.getPath().getName());
      if (parts.matches() && !notes.contains(parts.group(1)) && KeptFiles.isOlder(file, DAYS)) {
        deleteWithoutNote(parts.group(1), file.getPath());
      }
    }
  }

  private void deleteWithoutNote(String name, Path file) {
    if (!file.getName().endsWith(ClassArchive.ARCHIVE)) {
      files.delete(file);
    } else if (!named.contains(file.getName())) {
      isDeleted(name, file.getName());
    }
  }

  private boolean isDeleted(String name, String archive) {
    try {
      return !kept.isUsed(name, DAYS) && isDeletedNow(name, archive);
    } catch (IOException | RuntimeException e) {
      LOG.info("the class archive {} is left: {}", archive, e.getMessage());
      return false;
    }
  }

  /**
   * The archive goes first, and marks are looked for after that: a job marks an archive before it
   * looks for it. So the job finds none, or its mark is found and the archive comes back.
   */
  private boolean isDeletedNow(String name, String archive) throws IOException {
    Optional<Path> hidden = files.hide(archive);
    KeptArchives now = KeptArchives.in(files);
    if (now.isUsed(name, DAYS)) {
      if (hidden.isPresent()) {
        files.rename(hidden.get(), new Path(files.directory(), archive));
      }
      return false;
    }
    hidden.ifPresent(files::delete);
    files.delete(new Path(files.directory(), name + ClassArchive.SUFFIX));
    now.marks(name).forEach(mark -> files.delete(mark.getPath()));
    return true;
  }
}
