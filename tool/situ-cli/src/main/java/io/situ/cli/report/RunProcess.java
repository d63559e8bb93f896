// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.storage.local.LockedFile;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.namespace.FileSystemType;
import io.situ.storage.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether the process of a run is over. It has a lock on a file of the run's directory as long as
 * it lives. Locks of some network file systems do not reach other hosts, so there it must also be
 * seen on this host that the process is gone.
 *
 * @param directory the run's
 * @param local whether the directory is on a file system of this host, whose locks all processes
 *     that can use it see
 */
record RunProcess(Path directory, boolean local) {

  private static final String ALIVE = "alive";
  private static final String PROCESS = "process.json";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MountTable MOUNTS = MountTable.ofSystem();

  static RunProcess of(Path directory) {
    return new RunProcess(directory, isLocal(directory));
  }

  private static boolean isLocal(Path path) {
    return MOUNTS
        .findReal(path)
        .filter(mount -> new FileSystemType(mount.type()).isLocal())
        .isPresent();
  }

  /**
   * Notes that the run is this process's.
   *
   * @return the lock, which this process keeps until it ends
   * @throws IOException if a run of this directory lives, or nothing can be written there
   */
  LockedFile begin() throws IOException {
    LockedFile life =
        LockedFile.tryLock(directory.resolve(ALIVE))
            .orElseThrow(() -> new IOException("'" + directory + "' is of a run that lives"));
    ProcessIdentity own = ProcessIdentity.current();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("user", own.user())
            .put("host", own.host())
            .put("pid", own.pid())
            .put("machine", own.machine())
            .put("started", own.started());
    Files.write(directory.resolve(PROCESS), JSON.writeValueAsBytes(json));
    return life;
  }

  /** Returns whether it is certain that the process is over. */
  boolean isOver() throws IOException {
    return !isLocked() && (local || identity().filter(ProcessIdentity::isGone).isPresent());
  }

  /**
   * Returns whether a file or directory that only this run makes shows that the process is over: it
   * is on a file system that no two running systems use at once, so that the process was on this
   * system, and the system was started since.
   */
  boolean endedBeforeBoot(Path made) throws IOException {
    String now = boot(ProcessIdentity.current());
    return Files.exists(made, LinkOption.NOFOLLOW_LINKS)
        && isLocal(made)
        && !now.isEmpty()
        && identity()
            .map(RunProcess::boot)
            .filter(boot -> !boot.isEmpty() && !boot.equals(now))
            .isPresent();
  }

  /** What distinguishes one start of a system, without the table of process numbers. */
  private static String boot(ProcessIdentity process) {
    return process.machine().split(" ", 2)[0];
  }

  /**
   * Returns a clause that says which process may still run, though it has no lock that is seen
   * here; empty if it certainly runs, or is certainly over.
   */
  Optional<String> doubt() throws IOException {
    if (isLocked() || isOver()) {
      return Optional.empty();
    }
    String process =
        identity()
            .map(known -> "process " + known.pid() + " on " + known.host())
            .orElse("its process");
    return Optional.of("whether " + process + " is over cannot be seen from this host");
  }

  /**
   * Returns whether the lock of the process is seen, which proves that it lives.
   *
   * @throws IOException if the file of the lock cannot be opened for writing, or its file system
   *     has no locks
   */
  boolean isLocked() throws IOException {
    Path lock = directory.resolve(ALIVE);
    if (!Files.exists(lock)) {
      return false;
    }
    Optional<LockedFile> alive = LockedFile.tryLock(lock);
    if (alive.isPresent()) {
      alive.get().close();
    }
    return alive.isEmpty();
  }

  /** Empty for a run of an older version, and where what was noted is damaged. */
  private Optional<ProcessIdentity> identity() throws IOException {
    Path file = directory.resolve(PROCESS);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(file.toFile());
      return Optional.of(
          new ProcessIdentity(
              json.path("user").asText(),
              json.path("host").asText(),
              json.path("pid").asLong(),
              json.path("machine").asText(),
              json.path("started").asText()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
