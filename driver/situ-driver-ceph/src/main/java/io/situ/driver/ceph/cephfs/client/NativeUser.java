// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * For whom calls are made: libcephfs itself compares users with permissions. Lives as long as the
 * process, as what the library got of it must.
 */
public final class NativeUser {

  private static final Path STATUS = Path.of("/proc/self/status");

  /** In a line of four numbers the one that files are opened with. */
  private static final int OF_FILES = 3;

  private static NativeUser process;
  private static NativeUser root;

  private final int number;
  private final long permissions;

  /** The library does not copy it. */
  private final Memory groups;

  public NativeUser(int user, int group, int... groups) {
    this.number = user;
    this.groups = new Memory(Math.max(1, groups.length) * (long) Integer.BYTES);
    this.groups.write(0, groups, 0, groups.length);
    this.permissions =
        LibCephFs.ceph_userperm_new(user, group, groups.length, Pointer.nativeValue(this.groups));
  }

  /**
   * The user that this process runs as, with all groups.
   *
   * @throws StoreException {@code FAILED} if the system does not say
   */
  public static synchronized NativeUser ofProcess() throws StoreException {
    if (process == null) {
      try {
        List<String> lines = Files.readAllLines(STATUS);
        process =
            new NativeUser(
                numbers(lines, "Uid:")[OF_FILES],
                numbers(lines, "Gid:")[OF_FILES],
                numbers(lines, "Groups:"));
      } catch (IOException | RuntimeException e) {
        throw new StoreException(
            Kind.FAILED, null, STATUS + " does not say whose process this is", e);
      }
    }
    return process;
  }

  /** The user whom the library refuses nothing. */
  static synchronized NativeUser root() {
    if (root == null) {
      root = new NativeUser(0, 0);
    }
    return root;
  }

  private static int[] numbers(List<String> lines, String name) {
    String line = lines.stream().filter(each -> each.startsWith(name)).findFirst().orElseThrow();
    String text = line.substring(name.length()).strip();
    return text.isEmpty()
        ? new int[0]
        : Arrays.stream(text.split("\\s+")).mapToInt(Integer::parseUnsignedInt).toArray();
  }

  /** Returns the number that owners of files are compared with. */
  int number() {
    return number;
  }

  /** The address of what the library calls {@code UserPerm}. */
  long permissions() {
    return permissions;
  }
}
