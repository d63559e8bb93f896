// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** A self-test whose process is asked to end, and begins to, during the only step there is. */
@Tag("end-to-end")
final class InterruptedSelfTest {

  static final int CODE = 3;

  private InterruptedSelfTest() {}

  public static void main(String[] args) throws InterruptedException {
    ForwardingStore refusing =
        new ForwardingStore(new MemoryStore()) {
          @Override
          public void mkdir(StorePath path, int mode) throws StoreException {
            new Thread(() -> System.exit(CODE)).start();
            awaitEnding();
            throw new StoreException(Kind.PERMISSION_DENIED, path, "not here");
          }
        };
    SelfTestLayout layout = new SelfTestLayout(refusing, true, new StoreWarnings());
    System.out.println(
        new SelfTest(refusing, StorePath.ROOT, layout, Optional.empty()).run(() -> {}));
  }

  private static void awaitEnding() {
    Thread probe = new Thread();
    try {
      while (true) {
        Runtime.getRuntime().addShutdownHook(probe);
        Runtime.getRuntime().removeShutdownHook(probe);
      }
    } catch (IllegalStateException e) {
      // It has begun.
      return;
    }
  }
}
