// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.console.CliException;
import io.situ.cli.yarn.YarnCluster;
import io.situ.mapreduce.record.JobRecords;
import io.situ.storage.local.LocalDirectories;
import io.situ.storage.local.LockedFile;
import io.situ.storage.local.OpenDirectory;
import io.situ.storage.local.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What is kept of one run: its jobs' records, its log, and how it ended. The newest {@value #KEPT}
 * are kept, those that live, and those with snapshots that are still to be released. Of an older
 * run that was killed, on a file system where it is not certain that its process is over, what is
 * kept stays until nothing of it has changed for {@value #MAX_DOUBTFUL_DAYS} days, or {@value
 * #MAX_TEMPORARY_DAYS} where it notes a temporary directory, which may be on another host.
 */
public record RunDirectory(Path path) {

  /** Directory of what {@link #note(String)} notes. */
  public static final String SNAPSHOTS = "snapshots";

  private static final int KEPT = 100;
  private static final long MAX_DOUBTFUL_DAYS = 30;
  private static final long MAX_TEMPORARY_DAYS = 365;
  private static final String TEMPORARY = "temporary";
  private static final String REPORT_LINES = "report.txt";
  private static final String REPORT_JSON = "report.json";
  private static final String CLUSTER = "cluster.json";
  private static final String TEMPORARY_PREFIX = "situ-run-";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);

  /** Locked as long as the run of this process lives. */
  private static LockedFile life;

  /** Makes the folder of a new run and forgets the oldest runs. */
  public static RunDirectory create() throws IOException {
    Path runs = makeDirectory();
    List<RunDirectory> all = all();
    for (RunDirectory run : all) {
      run.deleteTemporaryOfTheDead();
    }
    for (int i = KEPT - 1; i < all.size(); i++) {
      if (all.get(i).isForgettable(RunProcess.of(all.get(i).path))) {
        OpenDirectory.deleteTree(all.get(i).path);
      }
    }
    String name =
        LocalDateTime.now(ZoneOffset.UTC).format(NAME) + "-" + ProcessHandle.current().pid();
    return new RunDirectory(Files.createDirectory(runs.resolve(name)));
  }

  private static Path makeDirectory() throws IOException {
    PrivateDirectory.create(directory().getParent());
    return PrivateDirectory.create(directory());
  }

  /**
   * Every run that is kept, the newest first.
   *
   * @throws IOException in one sentence, if another user could have put something there
   */
  public static List<RunDirectory> all() throws IOException {
    List<RunDirectory> all = new ArrayList<>();
    if (Files.isDirectory(directory())) {
      PrivateDirectory.require(directory().getParent());
      PrivateDirectory.require(directory());
      LocalDirectories.list(directory()).forEach(run -> all.add(new RunDirectory(run)));
    }
    all.sort((a, b) -> b.path.getFileName().compareTo(a.path.getFileName()));
    return all;
  }

  /** Where runs are kept. */
  public static Path directory() {
    String own = System.getenv("SITU_STATE_DIR");
    if (own != null && !own.isBlank()) {
      return Path.of(own, "runs");
    }
    String state = System.getenv("XDG_STATE_HOME");
    Path base =
        state != null && state.startsWith("/")
            ? Path.of(state)
            : Path.of(System.getProperty("user.home"), ".local", "state");
    return base.resolve("situ").resolve("runs");
  }

  public String name() {
    return path.getFileName().toString();
  }

  public Path log() {
    return path.resolve("log");
  }

  public Path records() {
    return path.resolve("jobs");
  }

  /** Returns what can be read of the run's jobs. */
  public KnownJobs jobs() {
    return KnownJobs.of(records());
  }

  /** Returns whether the run has a record of a job, be it damaged. */
  public boolean hasJob(String id) {
    return id.matches("job_\\w+") && Files.exists(records().resolve(id + ".json"));
  }

  /** Notes that a run has begun; it lasts until this process ends. */
  public void begin(String name) throws IOException {
    life = RunProcess.of(path).begin();
    write(RunSummary.unfinished(name));
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Waits until no other run of this user cleans up; it is this one's turn until it is closed. */
  public static FileChannel awaitTurn() throws IOException {
    makeDirectory();
    FileChannel turn = open(directory().resolveSibling("cleaning"));
    turn.lock();
    return turn;
  }

  /** Makes the run's directory for temporary files below {@code base}. */
  public Path makeTemporary(Path base) throws IOException {
    Path temporary = base.toAbsolutePath().resolve(TEMPORARY_PREFIX + name());
    Files.writeString(path.resolve(TEMPORARY), temporary.toString());
    return Files.createDirectory(
        temporary,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Takes the directory for temporary files away. */
  public void deleteTemporary() throws IOException {
    Path note = path.resolve(TEMPORARY);
    if (Files.exists(note)) {
      Path temporary = Path.of(Files.readString(note));
      if (temporary.endsWith(TEMPORARY_PREFIX + name())) {
        deleteIfOwn(temporary);
      }
      Files.delete(note);
    }
  }

  /** It may lie where all may write, and another user may have made one of its name. */
  private static void deleteIfOwn(Path temporary) throws IOException {
    try (OpenDirectory held = OpenDirectory.open(temporary)) {
      if (held.isPrivate()) {
        held.delete();
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // It was not made, or is gone.
      return;
    }
  }

  /**
   * Notes a snapshot that the run is about to take. After a failure nothing is noted.
   *
   * @return the file, which holds all of the text from the moment it is there
   */
  public Path note(String snapshot) throws IOException {
    Path notes = Files.createDirectories(path.resolve(SNAPSHOTS));
    Path note = notes.resolve("snapshot" + UUID.randomUUID());
    // The snapshot outlives a crash of this host.
    replace(
        note,
        snapshot.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
    return note;
  }

  /** The files with what {@link #note} noted. */
  public List<Path> notes() throws IOException {
    Path notes = path.resolve(SNAPSHOTS);
    return Files.isDirectory(notes) ? LocalDirectories.list(notes) : List.of();
  }

  /** Notes which cluster the run's jobs are submitted to. */
  public void note(YarnCluster cluster) throws IOException {
    replace(CLUSTER, JSON.writeValueAsBytes(cluster.toJson()));
  }

  /**
   * A clause about a job that still runs, or may, where the run's process is over.
   *
   * @throws IOException if a job's record, or which cluster runs it, cannot be read
   */
  public Optional<String> runningJob() throws IOException {
    Path note = path.resolve(CLUSTER);
    YarnCluster cluster =
        Files.exists(note) ? YarnCluster.of(JSON.readTree(note.toFile())) : YarnCluster.UNKNOWN;
    return cluster.running(JobRecords.readAll(records()));
  }

  /** Whether it is certain that the process of the run is over. */
  public boolean isDead() throws IOException {
    return RunProcess.of(path).isOver();
  }

  /**
   * A clause that says which process may still run, though nothing seen from this host says that it
   * does; empty if it certainly runs, or is certainly over.
   */
  public Optional<String> doubt() throws IOException {
    return RunProcess.of(path).doubt();
  }

  /**
   * Returns whether an old run need not be kept: it has no snapshots that are still to be released,
   * no lock of its process is seen, and the process is over, or has reported its end, or nothing of
   * the run has changed for {@value #MAX_DOUBTFUL_DAYS} days. One that notes a temporary directory,
   * which only a process of its host can delete, is kept until nothing of it has changed for
   * {@value #MAX_TEMPORARY_DAYS} days. False too if that cannot be found out.
   */
  boolean isForgettable(RunProcess process) {
    try {
      if (!notes().isEmpty() || process.isLocked()) {
        return false;
      }
      long days = ChronoUnit.DAYS.between(lastChange().toInstant(), Instant.now());
      if (Files.exists(path.resolve(TEMPORARY))) {
        return days >= MAX_TEMPORARY_DAYS;
      }
      return process.isOver()
          || summary().filter(summary -> !summary.isUnfinished()).isPresent()
          || days >= MAX_DOUBTFUL_DAYS;
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  /** Returns when a file or directory of the run was last written. */
  private FileTime lastChange() throws IOException {
    FileTime last = Files.getLastModifiedTime(path);
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : (Iterable<Path>) all::iterator) {
        FileTime time = Files.getLastModifiedTime(one, LinkOption.NOFOLLOW_LINKS);
        last = time.compareTo(last) > 0 ? time : last;
      }
    }
    return last;
  }

  /** Does what a run that was killed could not do. */
  private void deleteTemporaryOfTheDead() {
    Path note = path.resolve(TEMPORARY);
    if (!Files.exists(note)) {
      return;
    }
    try {
      RunProcess process = RunProcess.of(path);
      if (process.isOver() || process.endedBeforeBoot(Path.of(Files.readString(note)))) {
        deleteTemporary();
      }
    } catch (IOException e) {
      // The next run tries again.
      return;
    }
  }

  /**
   * Records that the run ended by an error of its own process.
   *
   * @param thrown gets what hinders that as suppressed
   */
  public void writeFailure(String name, Exception thrown) {
    try {
      write(RunSummary.failed(name, CliException.of(thrown)));
    } catch (IOException e) {
      thrown.addSuppressed(e);
    }
  }

  public void write(RunSummary summary) throws IOException {
    replace("run.json", JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(summary.toJson()));
  }

  private void replace(String name, byte[] content) throws IOException {
    replace(path.resolve(name), content);
  }

  /** Readers see what was there before, or all of this. */
  private void replace(Path file, byte[] content, OpenOption... how) throws IOException {
    Path made = Files.createTempFile(path, file.getFileName().toString(), null);
    try {
      Files.write(made, content, how);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
  }

  /**
   * Keeps the report of a run that has no records of jobs. A process that is killed meanwhile may
   * leave a part, which is no report.
   */
  public void write(KeptReport report) throws IOException {
    replace(REPORT_JSON, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(report.json()));
    String lines = String.join("\n", report.lines()) + "\n";
    replace(REPORT_LINES, lines.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns what {@link #write(KeptReport)} kept; empty where it did not come to its end. */
  public Optional<KeptReport> report() throws IOException {
    Path lines = path.resolve(REPORT_LINES);
    Path json = path.resolve(REPORT_JSON);
    return Files.exists(lines) && Files.exists(json)
        ? Optional.of(new KeptReport(Files.readAllLines(lines), JSON.readTree(json.toFile())))
        : Optional.empty();
  }

  /** What {@link #write(RunSummary)} wrote, where the run came so far; of a failure if damaged. */
  public Optional<RunSummary> summary() throws IOException {
    Path file = path.resolve("run.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    byte[] content = Files.readAllBytes(file);
    try {
      return Optional.of(
          RunSummary.of(JSON.readTree(content))
              .orElseGet(() -> RunSummary.damaged(file, "it has no exit code")));
    } catch (IOException e) {
      return Optional.of(RunSummary.damaged(file, "it is no JSON"));
    }
  }
}
