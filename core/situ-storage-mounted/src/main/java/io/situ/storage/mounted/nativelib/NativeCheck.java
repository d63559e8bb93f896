// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;

/** Loads the native part once, and turns what goes wrong there into a sentence. */
public final class NativeCheck {

  private static final Throwable PROBLEM = load();

  private NativeCheck() {}

  private static Throwable load() {
    try {
      JnaDirectory.prepare();
      Syscalls.close(-1);
      return null;
    } catch (LinkageError | RuntimeException e) {
      return e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    }
  }

  /**
   * @throws StoreException {@code UNSUPPORTED} where the system calls cannot be made
   */
  public static void run() throws StoreException {
    if (PROBLEM instanceof UnsupportedOperationException) {
      throw new StoreException(Kind.UNSUPPORTED, null, PROBLEM.getMessage(), PROBLEM);
    }
    if (PROBLEM != null) {
      String sentence =
          "JNA's native library cannot be loaded: name a directory that may be written to and that"
              + " programs may run from, with the option -Djna.tmpdir=DIRECTORY of situ or java, and"
              + " use a system with glibc 2.17 or later ("
              + PROBLEM.getMessage()
              + ")";
      throw new StoreException(Kind.UNSUPPORTED, null, sentence, PROBLEM);
    }
  }
}
