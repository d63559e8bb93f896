// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/** An ioctl on an open directory or file: the system call, or a recording of it. */
interface DirectoryIoctl {

  int ENOENT = 2;
  int EINTR = 4;
  int ENOTTY = 25;
  int ENOSYS = 38;
  int ENODATA = 61;
  int EOVERFLOW = 75;
  int EOPNOTSUPP = 95;

  /** {@code man 2 ioctl}. */
  DirectoryIoctl SYSTEM = Libc::ioctl;

  /**
   * Asks.
   *
   * @param buffer direct; the argument, and where the answer is put
   * @return 0 or more, or the negative error number
   */
  int call(int descriptor, long request, ByteBuffer buffer);

  /** The C library's function, bound directly. */
  final class Libc {
    static {
      Native.register(Libc.class, NativeLibrary.getProcess());
    }

    private Libc() {}

    private static native int ioctl(int fd, long request, long argument);

    private static int ioctl(int directory, long request, ByteBuffer buffer) {
      long address = Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
      int result;
      do {
        result = ioctl(directory, request, address);
      } while (result == -1 && Native.getLastError() == EINTR);
      return result == -1 ? -Native.getLastError() : result;
    }
  }
}
