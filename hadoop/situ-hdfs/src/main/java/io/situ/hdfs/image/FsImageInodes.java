// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.hdfs.image.FsImageStringTable.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockTypeProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.AclFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrCompactProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;

/**
 * New files and directories as messages of an image. The numbers in them are packed as Hadoop's
 * {@code PermissionStatusFormat}, {@code AclEntryStatusFormat} and {@code XAttrFormat} have them.
 * Not thread-safe.
 *
 * @param stamp generation stamp of new blocks
 */
record FsImageInodes(FsImageStringTable strings, long stamp) {

  private static final long NO_QUOTA = -1;

  private static final int MODE_BITS = 16;
  private static final int NAME_BITS = 24;
  private static final int ACL_TYPE = 3;
  private static final int ACL_SCOPE = 5;
  private static final int NAME = 6;

  /** Where the lower two bits of the number of an attribute's kind are, and the third. */
  private static final int NAMESPACE = 30;

  private static final int NAMESPACE_EXTENSION = 5;

  INodeDirectory directory(FsImageEntry entry) throws IOException {
    INodeDirectory.Builder made =
        INodeDirectory.newBuilder()
            .setModificationTime(entry.modified())
            .setNsQuota(NO_QUOTA)
            .setDsQuota(NO_QUOTA)
            .setPermission(permission(entry));
    acl(entry.list()).ifPresent(made::setAcl);
    attributes(entry.attributes()).ifPresent(made::setXAttrs);
    return made.build();
  }

  INodeFile file(FsImageEntry entry, FsImageEntry.Content content) throws IOException {
    INodeFile.Builder made =
        INodeFile.newBuilder()
            .setReplication(content.replicas())
            .setModificationTime(entry.modified())
            .setAccessTime(entry.modified())
            .setPreferredBlockSize(content.blockSize())
            .setPermission(permission(entry))
            .setStoragePolicyID(content.policy())
            .setBlockType(BlockTypeProto.CONTIGUOUS);
    for (FsImageEntry.Block block : content.blocks()) {
      made.addBlocks(
          BlockProto.newBuilder()
              .setBlockId(block.id())
              .setGenStamp(stamp)
              .setNumBytes(block.length()));
    }
    acl(entry.list()).ifPresent(made::setAcl);
    attributes(entry.attributes()).ifPresent(made::setXAttrs);
    return made.build();
  }

  /** The owner in a permission as an image holds it. */
  String owner(long permission) {
    return strings.text(Kind.USER, (int) (permission >>> MODE_BITS + NAME_BITS));
  }

  /** The group in a permission as an image holds it. */
  String group(long permission) {
    return strings.text(Kind.GROUP, (int) (permission >>> MODE_BITS) & (1 << NAME_BITS) - 1);
  }

  private long permission(FsImageEntry entry) throws IOException {
    long user = strings.number(Kind.USER, entry.owner());
    long group = strings.number(Kind.GROUP, entry.group());
    return (user << NAME_BITS | group) << MODE_BITS | entry.mode().toShort();
  }

  private Optional<AclFeatureProto> acl(List<AclEntry> entries) throws IOException {
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    AclFeatureProto.Builder made = AclFeatureProto.newBuilder();
    for (AclEntry entry : entries) {
      int name = entry.getName() == null ? 0 : strings.number(kind(entry), entry.getName());
      made.addEntries(
          name << NAME
              | entry.getScope().ordinal() << ACL_SCOPE
              | entry.getType().ordinal() << ACL_TYPE
              | entry.getPermission().ordinal());
    }
    return Optional.of(made.build());
  }

  private static Kind kind(AclEntry entry) {
    return entry.getType() == AclEntryType.USER ? Kind.USER : Kind.GROUP;
  }

  private Optional<XAttrFeatureProto> attributes(Map<String, byte[]> attributes)
      throws IOException {
    if (attributes.isEmpty()) {
      return Optional.empty();
    }
    XAttrFeatureProto.Builder made = XAttrFeatureProto.newBuilder();
    for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
      made.addXAttrs(
          XAttrCompactProto.newBuilder()
              .setName(attribute(XAttrHelper.buildXAttr(attribute.getKey())))
              .setValue(PBHelperClient.getByteString(attribute.getValue())));
    }
    return Optional.of(made.build());
  }

  private int attribute(XAttr attribute) throws IOException {
    return attribute(attribute.getNameSpace(), strings.number(Kind.ATTRIBUTE, attribute.getName()));
  }

  private static int attribute(XAttr.NameSpace space, int name) {
    int kind = space.ordinal();
    return (kind & 3) << NAMESPACE | name << NAME | kind >> 2 << NAMESPACE_EXTENSION;
  }

  /** Whether a directory of the image has an extended attribute, such as {@code raw.a.b}. */
  boolean hasAttribute(INodeDirectory directory, String name) {
    XAttr wanted = XAttrHelper.buildXAttr(name);
    return directory.getXAttrs().getXAttrsList().stream()
        .map(XAttrCompactProto::getName)
        .anyMatch(
            packed -> {
              int number = packed >>> NAME & (1 << NAME_BITS) - 1;
              return packed == attribute(wanted.getNameSpace(), number)
                  && strings.text(Kind.ATTRIBUTE, number).equals(wanted.getName());
            });
  }
}
