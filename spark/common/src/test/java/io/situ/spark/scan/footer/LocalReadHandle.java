// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.storage.Attributes;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A file of this host as a store opens it. */
final class LocalReadHandle implements ReadHandle {

  private static final StorePath NAME = StorePath.of("/file");

  private final FileChannel file;
  private final long size;

  LocalReadHandle(Path path) throws IOException {
    file = FileChannel.open(path);
    size = file.size();
  }

  @Override
  public StoreObject object() {
    return new StoreObject(
        NAME,
        StoreObject.Kind.FILE,
        size,
        new Attributes("user", "group", 0644, 1, 1),
        new StoreObject.Version(1, 1));
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    try {
      return file.read(buffer, position);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() throws StoreException {
    try {
      file.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static StoreException failed(IOException e) {
    return new StoreException(StoreException.Kind.FAILED, NAME, e.getMessage(), e);
  }
}
