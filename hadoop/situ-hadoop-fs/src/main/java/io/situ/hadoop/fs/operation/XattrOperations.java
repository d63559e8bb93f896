// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.storage.Capability;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.XAttrSetFlag;

/** Extended attributes, under the full names that other programs on the mount use. */
public final class XattrOperations {

  private static final List<String> NAMESPACES =
      List.of("user.", "trusted.", "security.", "system.", "raw.");

  private final StoreContext at;

  XattrOperations(StoreContext at) {
    this.at = at;
  }

  public void set(StorePath path, String name, byte[] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    at.require(Capability.XATTRS, "setXAttr", path);
    ByteBuffer bytes = ByteBuffer.wrap(value == null ? new byte[0] : value);
    at.store().setXattr(path, checked(name), bytes, mode(flags));
  }

  private static XattrMode mode(EnumSet<XAttrSetFlag> flags) {
    if (flags == null || flags.isEmpty()) {
      throw new HadoopIllegalArgumentException("setXAttr needs the flag CREATE or REPLACE");
    }
    if (flags.size() == 2) {
      return XattrMode.SET;
    }
    return flags.contains(XAttrSetFlag.CREATE) ? XattrMode.CREATE : XattrMode.REPLACE;
  }

  public void remove(StorePath path, String name) throws IOException {
    at.require(Capability.XATTRS, "removeXAttr", path);
    at.store().removeXattr(path, checked(name));
  }

  public Map<String, byte[]> all(StorePath path) throws IOException {
    at.require(Capability.XATTRS, "getXAttrs", path);
    Map<String, byte[]> visible = new TreeMap<>(at.store().xattrs(path));
    visible.keySet().removeIf(name -> NAMESPACES.stream().noneMatch(name::startsWith));
    return visible;
  }

  /**
   * @throws StoreException {@code NO_ATTRIBUTE} if one of them is not there
   */
  public Map<String, byte[]> named(StorePath path, List<String> names) throws IOException {
    Map<String, byte[]> all = all(path);
    Map<String, byte[]> wanted = new LinkedHashMap<>();
    for (String name : names) {
      byte[] value = all.get(checked(name));
      if (value == null) {
        throw new StoreException(Kind.NO_ATTRIBUTE, path, "has no attribute " + name);
      }
      wanted.put(name, value);
    }
    return wanted;
  }

  private static String checked(String name) {
    if (NAMESPACES.stream().noneMatch(space -> name.startsWith(space) && !name.equals(space))) {
      throw new HadoopIllegalArgumentException(
          "the name of an attribute starts with one of " + NAMESPACES + ": '" + name + "'");
    }
    return name;
  }
}
