// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import com.sun.jna.Pointer;
import io.situ.storage.StorePath;
import io.situ.storage.util.CachedValue;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Names of users and groups by id, as the system's name service reports them, remembered for a few
 * minutes. Thread-safe.
 *
 * <p>The structures are {@code struct passwd} and {@code struct group} of glibc and musl on 64-bit
 * Linux; both start with the name's address and have the id 16 bytes on.
 */
public final class UserLookup {

  private static final Duration INTERVAL = Duration.ofMinutes(5);

  /** Holds a group of a few hundred thousand members. */
  private static final int MAX_ROOM = 4 * 1024 * 1024;

  private static final int ID = 16;
  private static final int RESULT = 64;
  private static final int TEXT = 72;

  public static final UserLookup SYSTEM = new UserLookup();

  private final ConcurrentMap<Integer, CachedValue<String>> users = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, CachedValue<String>> groups = new ConcurrentHashMap<>();

  private interface ById {
    int call(int id, long entry, long buffer, long size, long result);
  }

  private interface ByName {
    int call(long name, long entry, long buffer, long size, long result);
  }

  /** What one thread asks during one listing: it remembers the last answers without a clock. */
  public final class Memo {
    private int uid = -1;
    private int gid = -1;
    private String user = "4294967295";
    private String group = user;

    /** The user's name, or the decimal id. */
    public String user(int id) {
      if (id != uid) {
        user = find(users, id, Libc::getpwuid_r);
        uid = id;
      }
      return user;
    }

    /** The group's name, or the decimal id. */
    public String group(int id) {
      if (id != gid) {
        group = find(groups, id, Libc::getgrgid_r);
        gid = id;
      }
      return group;
    }
  }

  public Memo memo() {
    return new Memo();
  }

  private static String find(ConcurrentMap<Integer, CachedValue<String>> known, int id, ById call) {
    return known
        .computeIfAbsent(id, any -> new CachedValue<>("", INTERVAL, old -> lookUp(id, call)))
        .get();
  }

  private static String lookUp(int id, ById call) {
    ByteBuffer found = entry((base, size) -> call.call(id, base, base + TEXT, size, base + RESULT));
    if (found == null) {
      return Integer.toUnsignedString(id);
    }
    Pointer name = new Pointer(found.getLong(0));
    byte[] bytes = name.getByteArray(0, (int) name.indexOf(0, (byte) 0));
    Reference.reachabilityFence(found);
    return StorePath.decode(bytes);
  }

  private interface Call {
    int with(long base, long size);
  }

  /** Makes a call with more and more room for its text; null where it finds nothing. */
  private static ByteBuffer entry(Call call) {
    for (int size = NativeScratchBuffers.LARGE_ROOM; ; size *= 4) {
      ByteBuffer room =
          size == NativeScratchBuffers.LARGE_ROOM
              ? NativeScratchBuffers.get().large()
              : ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
      room.putLong(RESULT, 0);
      int error = call.with(NativeScratchBuffers.addressOf(room), size - TEXT);
      if (error != Errno.ERANGE || size >= MAX_ROOM) {
        return error == 0 && room.getLong(RESULT) != 0 ? room : null;
      }
    }
  }

  /** The id of a user by name or decimal id; empty if there is none. Asked again each time. */
  OptionalInt uid(String user) {
    return id(user, Libc::getpwnam_r);
  }

  /** The id of a group by name or decimal id; empty if there is none. Asked again each time. */
  OptionalInt gid(String group) {
    return id(group, Libc::getgrnam_r);
  }

  private static OptionalInt id(String name, ByName call) {
    byte[] bytes = StorePath.encode(name);
    if (bytes.length < NativeScratchBuffers.PATH_MAX && name.indexOf('\0') < 0) {
      long text = NativeScratchBuffers.get().first(bytes);
      ByteBuffer found =
          entry((base, size) -> call.call(text, base, base + TEXT, size, base + RESULT));
      if (found != null) {
        return OptionalInt.of(found.getInt(ID));
      }
    }
    try {
      return OptionalInt.of(Integer.parseUnsignedInt(name));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }
}
