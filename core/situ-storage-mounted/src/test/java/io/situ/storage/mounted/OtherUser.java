// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * A user whom permissions bind. Linux keeps the user that file access is checked for per thread, so
 * root's test thread becomes another user for as long as a test runs.
 */
public final class OtherUser {

  private static final int UID = 65534;

  static {
    Native.register(OtherUser.class, NativeLibrary.getProcess());
  }

  private OtherUser() {}

  private static native int getuid();

  private static native int setfsuid(int uid);

  private static native int setfsgid(int gid);

  /** Makes this thread's access to files that user's; skips the test where it is not root's. */
  public static void become() {
    assumeTrue(getuid() == 0, "only root can act as another user");
    setfsgid(UID);
    setfsuid(UID);
  }

  /** Makes this thread's access to files root's again. */
  public static void becomeRoot() {
    setfsuid(0);
    setfsgid(0);
  }
}
