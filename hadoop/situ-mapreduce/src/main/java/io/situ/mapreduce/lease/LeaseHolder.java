// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process that claims an output directory.
 *
 * @param user who runs it
 * @param host its host's name, for people
 * @param machine distinguishes a running system, and its process numbers, from every other one
 * @param started distinguishes the process from a later one with its number
 */
record LeaseHolder(String user, String host, long pid, String machine, String started) {

  private static final Path PROC = Path.of("/proc");
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  static LeaseHolder self() throws IOException {
    long pid = ProcessHandle.current().pid();
    return new LeaseHolder(
        System.getProperty("user.name"),
        InetAddress.getLocalHost().getHostName(),
        pid,
        thisMachine(),
        stat(pid, START_TIME).orElse(""));
  }

  /** Whether it is certain that the process is gone: it was this user's on this running system. */
  boolean isGone() {
    boolean visible =
        user.equals(System.getProperty("user.name"))
            && !started.isEmpty()
            && !machine.isEmpty()
            && machine.equals(thisMachine());
    if (!visible) {
      return false;
    }
    boolean ended = "ZX".contains(stat(pid, STATE).orElse("X"));
    return ended || !stat(pid, START_TIME).equals(Optional.of(started));
  }

  private static String thisMachine() {
    try {
      String boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
      return boot + " " + Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
    } catch (IOException e) {
      return "";
    }
  }

  /** A field of the process's line in the system's table, counted behind its name. */
  private static Optional<String> stat(long process, int field) {
    try {
      String line = Files.readString(PROC.resolve(process + "/stat"));
      return Optional.of(line.substring(line.lastIndexOf(')') + 1).strip().split(" ")[field]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
