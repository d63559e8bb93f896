// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, as it may be written down where other processes read it, perhaps on other hosts.
 *
 * @param user who runs it
 * @param host its host's name, for people
 * @param machine distinguishes a running system, and its process numbers, from every other one;
 *     empty if that is not known
 * @param started distinguishes the process from a later one with its number; empty if that is not
 *     known
 */
public record ProcessIdentity(String user, String host, long pid, String machine, String started) {

  private static final Path PROC = Path.of("/proc");
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  /** Returns this process. */
  public static ProcessIdentity current() {
    long pid = ProcessHandle.current().pid();
    return new ProcessIdentity(
        System.getProperty("user.name"),
        hostName(),
        pid,
        thisMachine(),
        stat(pid, START_TIME).orElse(""));
  }

  /**
   * Returns whether it is certain that the process is gone: it was this user's on this running
   * system. Of another user's process, which a system may hide, that is never certain.
   */
  public boolean isGone() {
    return isVisible() && hasEnded();
  }

  /** Returns whether it is certain that the process runs; of another user's it never is. */
  public boolean isRunning() {
    return isVisible() && !hasEnded();
  }

  private boolean isVisible() {
    return user.equals(System.getProperty("user.name"))
        && !started.isEmpty()
        && !machine.isEmpty()
        && machine.equals(thisMachine());
  }

  private boolean hasEnded() {
    boolean ended = "ZX".contains(stat(pid, STATE).orElse("X"));
    return ended || !stat(pid, START_TIME).equals(Optional.of(started));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
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
