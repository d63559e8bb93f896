// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Layouts from two attributes that the kernel's mount has for every file, and no list shows. */
final class XattrLayoutSource implements OrangeFsLayoutSource {

  /** Datafile handles: little-endian, 8 bytes each, in the order of the stripe. */
  static final String HANDLES = "system.pvfs2.dh";

  static final String DISTRIBUTION = "system.pvfs2.md";

  /** The system call, or a recording of it. */
  interface Attributes {
    byte[] get(StorePath file, String name) throws StoreException;
  }

  private final Attributes attributes;
  private final HandleRanges ranges;

  XattrLayoutSource(Attributes attributes, HandleRanges ranges) {
    this.attributes = attributes;
    this.ranges = ranges;
  }

  @Override
  public OrangeFsLayout layout(StoreObject file) throws OrangeFsLayoutException, StoreException {
    StorePath path = file.path();
    return decode(attributes.get(path, DISTRIBUTION), attributes.get(path, HANDLES), ranges);
  }

  static OrangeFsLayout decode(byte[] distribution, byte[] handles, HandleRanges ranges)
      throws OrangeFsLayoutException {
    if (handles.length == 0 || handles.length % Long.BYTES != 0) {
      throw new OrangeFsLayoutException("its datafile handles have " + handles.length + " bytes");
    }
    ByteBuffer bytes = ByteBuffer.wrap(handles).order(ByteOrder.LITTLE_ENDIAN);
    List<String> servers = new ArrayList<>();
    while (bytes.hasRemaining()) {
      servers.add(ranges.server(bytes.getLong()));
    }
    return new OrangeFsLayout(Distribution.decode(distribution), servers);
  }
}
