// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import io.situ.storage.Store.XattrMode;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Extended attributes of what a descriptor is open on, whatever has its name. */
public final class OpenFileXattr {

  private OpenFileXattr() {}

  /** Sets an attribute, and returns 0 or a negative error number. */
  public static int set(int fd, String name, ByteBuffer value, XattrMode mode) {
    int size = value.remaining();
    ByteBuffer room = NativeScratchBuffers.get().large();
    if (size > room.capacity()) {
      return -Errno.E2BIG;
    }
    room.put(value.duplicate());
    int flags =
        switch (mode) {
          case CREATE -> Libc.XATTR_CREATE;
          case REPLACE -> Libc.XATTR_REPLACE;
          default -> 0;
        };
    long address = NativeScratchBuffers.get().first(name.getBytes(StandardCharsets.UTF_8));
    return Syscalls.setxattr(fd, address, NativeScratchBuffers.addressOf(room), size, flags);
  }
}
