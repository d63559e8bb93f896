// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process that wrote its own id and start time before it became the program that was asked for.
 * So there is no moment at which the program runs and is not recorded; and a later process that got
 * the same id is distinguished by its start time.
 *
 * @param file what the process wrote: its line of {@code /proc/PID/stat}
 * @param proc the {@code /proc} that the process saw
 */
public record ProcessRecord(Path file, Path proc) {

  private static final String WRITTEN = "write_bytes: ";
  private static final String SCRIPT = "cat /proc/$$/stat >\"$1\" || exit 1; shift; exec \"$@\"";

  /** The program, preceded by what records it in the file. */
  public static List<String> recording(Path file, List<String> argv) {
    return Commands.concat(List.of("sh", "-c", SCRIPT, "sh", file.toString()), argv);
  }

  public boolean alive() {
    return pid().isPresent();
  }

  /** The id of the process in its own {@code /proc}, while it runs. */
  public Optional<Long> pid() {
    return stat(file).filter(this::isSame).map(Stat::pid);
  }

  /**
   * Ends a process of the machine itself, with its children.
   *
   * @return the processes that now end
   */
  public List<ProcessHandle> end() {
    List<ProcessHandle> all = new ArrayList<>();
    pid()
        .filter(this::isOfRecordsOwner)
        .flatMap(ProcessHandle::of)
        .ifPresent(
            process -> {
              process.children().forEach(all::add);
              all.add(process);
            });
    all.forEach(ProcessHandle::destroyForcibly);
    return all;
  }

  /** Whether the process runs as the user to whom the record belongs. */
  private boolean isOfRecordsOwner(long pid) {
    try {
      return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
          .equals(Files.getOwner(proc.resolve(Long.toString(pid))));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Whether a process of the machine does nothing any more, be it collected by its parent or not.
   */
  public static boolean isGone(ProcessHandle process) {
    return stat(Path.of("/proc", Long.toString(process.pid()), "stat"))
        .filter(Stat::running)
        .isEmpty();
  }

  /** Whether the file was opened but not yet written: the process is being born. */
  public boolean unwritten() {
    try {
      return Files.exists(file) && Files.size(file) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Before another process is born, which is not taken for the one before until it has written. */
  public void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new TestbedException("cannot delete " + file, e);
    }
  }

  private boolean isSame(Stat recorded) {
    return stat(proc.resolve(Long.toString(recorded.pid)).resolve("stat"))
        .filter(now -> now.start == recorded.start && now.running())
        .isPresent();
  }

  /**
   * Returns how many bytes a process had written to disks, as the kernel counts them.
   *
   * @param process its directory in a {@code /proc}
   * @throws TestbedException if it is not there
   */
  public static long writtenBytes(Path process) {
    try {
      return Files.readAllLines(process.resolve("io")).stream()
          .filter(line -> line.startsWith(WRITTEN))
          .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
          .sum();
    } catch (IOException e) {
      throw new TestbedException("cannot read what a process wrote", e);
    }
  }

  private static Optional<Stat> stat(Path file) {
    try {
      return Stat.parse(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The three fields of proc(5) {@code /proc/PID/stat} that matter here: 1, 3 and 22. */
  private record Stat(long pid, char state, long start) {

    boolean running() {
      return state != 'Z' && state != 'X';
    }

    static Optional<Stat> parse(String line) {
      int name = line.indexOf(" (");
      int rest = line.lastIndexOf(") ");
      if (name < 0 || rest < name) {
        return Optional.empty();
      }
      String[] fields = line.substring(rest + 2).strip().split(" ");
      if (fields.length < 20) {
        return Optional.empty();
      }
      return Optional.of(
          new Stat(
              Long.parseLong(line.substring(0, name)),
              fields[0].charAt(0),
              Long.parseLong(fields[19])));
    }
  }
}
