package io.situ.storage.mounted;

import com.sun.jna.Pointer;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Names of users and groups by id, as the system's name service tells them, remembered for a few
 * minutes. Safe for use by many threads.
 *
 * <p>The structures are {@code struct passwd} and {@code struct group} of glibc and musl on 64-bit
 * Linux; both start with the name's address and have the id 16 bytes on.
 */
final class Accounts {

  private static final long KEEP_NANOS = 300_000_000_000L;
  private static final int ENTRY_ROOM = 64;
  private static final int ID = 16;

  static final Accounts SYSTEM = new Accounts();

  private final ConcurrentMap<Integer, Named> users = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, Named> groups = new ConcurrentHashMap<>();
  private volatile Named lastUser = new Named(-1, "4294967295", System.nanoTime());
  private volatile Named lastGroup = lastUser;

  private record Named(int id, String name, long until) {
    boolean is(int wanted, long now) {
      return id == wanted && now - until < 0;
    }
  }

  private interface ById {
    int call(int id, long entry, long buffer, long size, long result);
  }

  private interface ByName {
    int call(long name, long entry, long buffer, long size, long result);
  }

  /** The user's name, or the decimal id. */
  String user(int uid) {
    Named last = lastUser;
    long now = System.nanoTime();
    if (last.is(uid, now)) {
      return last.name;
    }
    Named found = find(users, uid, now, Libc::getpwuid_r);
    lastUser = found;
    return found.name;
  }

  /** The group's name, or the decimal id. */
  String group(int gid) {
    Named last = lastGroup;
    long now = System.nanoTime();
    if (last.is(gid, now)) {
      return last.name;
    }
    Named found = find(groups, gid, now, Libc::getgrgid_r);
    lastGroup = found;
    return found.name;
  }

  private static Named find(ConcurrentMap<Integer, Named> known, int id, long now, ById call) {
    Named named = known.get(id);
    if (named == null || !named.is(id, now)) {
      named = new Named(id, lookUp(id, call), now + KEEP_NANOS);
      known.put(id, named);
    }
    return named;
  }

  private static String lookUp(int id, ById call) {
    ByteBuffer room = Scratch.get().large();
    long base = Scratch.addressOf(room);
    long buffer = base + ENTRY_ROOM + 8;
    room.putLong(ENTRY_ROOM, 0);
    int error = call.call(id, base, buffer, room.capacity() - ENTRY_ROOM - 8, base + ENTRY_ROOM);
    if (error != 0 || room.getLong(ENTRY_ROOM) == 0) {
      return Integer.toUnsignedString(id);
    }
    Pointer name = new Pointer(room.getLong(0));
    byte[] bytes = name.getByteArray(0, (int) name.indexOf(0, (byte) 0));
    return StorePath.decode(bytes, 0, bytes.length);
  }

  /** The id of a user by name or decimal id; empty if there is none. Asked anew each time. */
  OptionalInt uid(String user) {
    return id(user, Libc::getpwnam_r);
  }

  /** The id of a group by name or decimal id; empty if there is none. Asked anew each time. */
  OptionalInt gid(String group) {
    return id(group, Libc::getgrnam_r);
  }

  private static OptionalInt id(String name, ByName call) {
    ByteBuffer room = Scratch.get().large();
    long base = Scratch.addressOf(room);
    byte[] bytes = StorePath.encode(name);
    room.putLong(ENTRY_ROOM, 0);
    if (bytes.length < Scratch.PATH_MAX && name.indexOf('\0') < 0) {
      int size = room.capacity() - ENTRY_ROOM - 8;
      long result = base + ENTRY_ROOM;
      int error = call.call(Scratch.get().first(bytes), base, result + 8, size, result);
      if (error == 0 && room.getLong(ENTRY_ROOM) != 0) {
        return OptionalInt.of(room.getInt(ID));
      }
    }
    try {
      return OptionalInt.of(Integer.parseUnsignedInt(name));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }
}
