// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.Attributes;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.acl.AccessList;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.mounted.file.OpenFileXattr;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.nativelib.UserIds;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.StatxReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** The calls that read and change what is said of an object, on its open descriptor. */
public final class AttributeOperations implements AttributeAccess {

  private static final int SET_GROUP_ID = 02000;
  private static final long UTIME_OMIT = (1L << 30) - 2;

  private final PathResolver resolver;

  public AttributeOperations(PathResolver resolver) {
    this.resolver = resolver;
  }

  private interface Act {
    void on(int fd) throws StoreException;
  }

  private void on(StorePath path, Act act) throws StoreException {
    resolver.on(
        path,
        true,
        fd -> {
          act.on(fd);
          return null;
        });
  }

  @Override
  public void change(StorePath path, Attributes.Change change) throws StoreException {
    int uid = change.owner().isEmpty() ? -1 : UserIds.user(path, change.owner().get());
    int gid = change.group().isEmpty() ? -1 : UserIds.group(path, change.group().get());
    on(
        path,
        fd -> {
          if (change.owner().isPresent() || change.group().isPresent()) {
            Errno.check(Syscalls.chown(fd, uid, gid), path);
          }
          if (change.mode().isPresent()) {
            Errno.check(chmod(fd, change.mode().getAsInt()), path);
          }
          if (change.modified().isPresent() || change.accessed().isPresent()) {
            Errno.check(times(fd, change.accessed(), change.modified()), path);
          }
        });
  }

  /** A directory keeps its set-group-id bit, as it does where chmod(1) is given a number. */
  private static int chmod(int fd, int mode) {
    int error = Syscalls.fstat(fd);
    if (error < 0) {
      return error;
    }
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    boolean directory = StatxReader.type(scratch) == Libc.S_IFDIR;
    int kept = directory ? StatxReader.mode(scratch.memory(), 0) & SET_GROUP_ID : 0;
    return Syscalls.chmod(fd, mode | kept);
  }

  private static int times(int fd, Optional<Instant> accessed, Optional<Instant> modified) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    putTime(scratch.memory(), scratch.smallIndex(), accessed);
    putTime(scratch.memory(), scratch.smallIndex() + 16, modified);
    return Syscalls.utimens(fd, scratch.small());
  }

  private static void putTime(ByteBuffer memory, int at, Optional<Instant> time) {
    memory.putLong(at, time.map(Instant::getEpochSecond).orElse(0L));
    memory.putLong(at + 8, time.map(value -> (long) value.getNano()).orElse(UTIME_OMIT));
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    Map<String, byte[]> all = new TreeMap<>();
    on(
        path,
        fd -> {
          for (String name : names(fd, path)) {
            int length = read(fd, name);
            if (!isHidden(length)) {
              all.put(name, value(length, path));
            }
          }
        });
    return all;
  }

  private static String[] names(int fd, StorePath path) throws StoreException {
    ByteBuffer room = NativeScratchBuffers.get().large();
    int length = Syscalls.listxattr(fd, NativeScratchBuffers.addressOf(room), room.capacity());
    Errno.check(length, path);
    byte[] bytes = new byte[length];
    room.get(0, bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.isEmpty() ? new String[0] : text.split("\0");
  }

  @Override
  public byte[] xattr(StorePath path, String name) throws StoreException {
    return resolver.on(path, true, fd -> value(read(fd, name), path));
  }

  /** Whether an attribute that was listed vanished, or this user may not read it. */
  private static boolean isHidden(int length) {
    return length == -Errno.ENODATA || length == -Errno.EACCES || length == -Errno.EPERM;
  }

  /** Reads an attribute; returns its length or the negative error. */
  private static int read(int fd, String name) {
    ByteBuffer room = NativeScratchBuffers.get().large();
    return Syscalls.getxattr(
        fd, address(name), NativeScratchBuffers.addressOf(room), room.capacity());
  }

  /** What {@link #read} read. */
  private static byte[] value(int length, StorePath path) throws StoreException {
    Errno.check(length, path);
    byte[] bytes = new byte[length];
    NativeScratchBuffers.get().large().get(0, bytes);
    return bytes;
  }

  /**
   * The lists of an object, each asked for by name.
   *
   * @param fd what holds it
   * @param mayHide see {@link FileSystemType#mayHideAccessLists}
   */
  public static AccessList accessList(int fd, StorePath path, boolean mayHide)
      throws StoreException {
    Optional<byte[]> access = list(fd, path, PosixAcl.ACCESS, mayHide);
    Optional<byte[]> inherited = list(fd, path, PosixAcl.DEFAULT, mayHide);
    boolean known = access != null && inherited != null;
    return known ? new AccessList(true, access, inherited) : AccessList.UNKNOWN;
  }

  /** Null where there may be one that cannot be asked for. */
  private static Optional<byte[]> list(int fd, StorePath path, String name, boolean mayHide)
      throws StoreException {
    int length = read(fd, name);
    if (length == -Errno.ENODATA) {
      return Optional.empty();
    }
    if (length == -Errno.EOPNOTSUPP || length == -Errno.ENOSYS) {
      return mayHide ? null : Optional.empty();
    }
    return Optional.of(value(length, path));
  }

  private static long address(String name) {
    return NativeScratchBuffers.get().first(name.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    changeXattr(path, name, fd -> OpenFileXattr.set(fd, name, value, mode));
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    changeXattr(path, name, fd -> Syscalls.removexattr(fd, address(name)));
  }

  private void changeXattr(StorePath path, String name, IntUnaryOperator call)
      throws StoreException {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "an extended attribute needs a name without NUL");
    }
    on(
        path,
        fd -> {
          int result = call.applyAsInt(fd);
          if (result == -Errno.EOPNOTSUPP) {
            throw new StoreException(
                Kind.INVALID_ARGUMENT,
                path,
                "the file system takes no extended attribute '"
                    + name
                    + "'; names start with user., trusted. or security.");
          }
          Errno.check(result, path);
        });
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    return resolver.on(
        path,
        true,
        fd -> {
          NativeScratchBuffers scratch = NativeScratchBuffers.get();
          Errno.check(Syscalls.fstatfs(fd, scratch.small()), path);
          return space(scratch.memory(), scratch.smallIndex());
        });
  }

  /** Reads {@code struct statfs}, the same on x86_64 and aarch64. */
  private static StorageUsage space(ByteBuffer memory, int at) {
    long unit = memory.getLong(at + 72);
    long blocks = memory.getLong(at + 16);
    long free = memory.getLong(at + 24);
    long available = memory.getLong(at + 32);
    return new StorageUsage(
        blocks * unit, (blocks - free) * unit, available * unit, OptionalLong.empty());
  }
}
