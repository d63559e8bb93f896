// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Files that parquet-hadoop 1.15.2 and orc-core 2.1.4 wrote. */
public final class RecordedFiles {

  private RecordedFiles() {}

  public static byte[] bytes(String name) throws IOException {
    try (InputStream in = RecordedFiles.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  public static StorePath write(Store store, String path, byte[] bytes) throws IOException {
    StorePath file = StorePath.of(path);
    StoreFiles.writeAll(store, file, ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
    return file;
  }
}
