package io.situ.hdfs.attach;

import io.situ.hdfs.wire.LinkOrder;
import io.situ.storage.Attributes;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.util.XMLUtils;

/**
 * Writes files and directories as the XML from which Hadoop makes an image, and who is to link
 * which block. For one thread.
 */
final class NewInodes {

  /** The number of the storage policy COLD. */
  private static final int NEVER_COPIED = 2;

  private static final HexFormat HEX = HexFormat.of();

  private final Writer out;
  private final HostLists lists;
  private final Identities identities;
  private final AccessLists access;
  private final long blockSize;
  private final Numbers numbers;
  private final Map<String, Long> directories = new HashMap<>();
  private final Map<Long, TreeMap<byte[], Long>> children = new LinkedHashMap<>();

  /** The numbers that HDFS gives away, each the last one given; and how many things were made. */
  static final class Numbers {
    private final String pool;
    private final long stamp;
    private long inode;
    private long block;
    private long made;

    Numbers(String pool, ImageNames image) {
      this.pool = pool;
      this.stamp = image.number("genstampV2") + 1;
      this.inode = image.number("lastInodeId");
      this.block = image.number("lastAllocatedBlockId");
    }

    long stamp() {
      return stamp;
    }

    long inode() {
      return inode;
    }

    long block() {
      return block;
    }

    long made() {
      return made;
    }
  }

  NewInodes(Writer out, HostLists lists, AttachSettings settings, Numbers numbers) {
    this.out = out;
    this.lists = lists;
    this.identities = settings.identities();
    this.access = settings.lists();
    this.blockSize = settings.blockSize();
    this.numbers = numbers;
  }

  /**
   * Makes a directory that is of no store.
   *
   * @param owner and group, parted by a colon
   * @return its number
   */
  long parent(long above, String name, String owner) throws IOException {
    long id = begin(above, "DIRECTORY", name);
    field("mtime", Long.toString(System.currentTimeMillis()));
    field("permission", owner + ":0755");
    endDirectory();
    return id;
  }

  /** Makes the directory at which the tree is attached. */
  void root(long above, String name, Source source, AttachedTree tree) throws IOException {
    long id = begin(above, "DIRECTORY", name);
    directories.put("", id);
    dress(source, true);
    attribute(AttachedTree.ATTRIBUTE, tree.toBytes());
    acl(source);
    endDirectory();
  }

  /** Makes that directory where nothing is known of the store's. */
  void root(long above, String name, String owner, AttachedTree tree) throws IOException {
    directories.put("", begin(above, "DIRECTORY", name));
    field("mtime", Long.toString(System.currentTimeMillis()));
    field("permission", owner + ":0755");
    attribute(AttachedTree.ATTRIBUTE, tree.toBytes());
    endDirectory();
  }

  /** A directory before what is in it. */
  void add(Source source) throws IOException {
    String place = source.place();
    int slash = place.lastIndexOf('/');
    Long above = directories.get(place.substring(0, slash));
    if (above == null) {
      throw new IOException("'" + source.object().path() + "' comes before its directory");
    }
    if (source.object().isDirectory()) {
      directories.put(place, begin(above, "DIRECTORY", place.substring(slash + 1)));
      dress(source, true);
      acl(source);
      endDirectory();
    } else {
      begin(above, "FILE", place.substring(slash + 1));
      file(source);
    }
  }

  private long begin(long above, String type, String name) throws IOException {
    long id = ++numbers.inode;
    numbers.made++;
    children
        .computeIfAbsent(above, ignored -> new TreeMap<>(Arrays::compareUnsigned))
        .put(name.getBytes(StandardCharsets.UTF_8), id);
    out.write("<inode>");
    field("id", Long.toString(id));
    field("type", type);
    field("name", name);
    return id;
  }

  private void field(String name, String value) throws IOException {
    String text = XMLUtils.mangleXmlString(value, true).replace("\r", "&#13;");
    out.write("<" + name + ">" + text + "</" + name + ">");
  }

  private void dress(Source source, boolean directory) throws IOException {
    Attributes attributes = source.object().attributes();
    FsPermission mode = directory ? Dress.ofDirectory(attributes) : Dress.ofFile(attributes);
    field("mtime", Long.toString(attributes.modifiedMillis()));
    if (!directory) {
      field("atime", Long.toString(attributes.modifiedMillis()));
      field("preferredBlockSize", Long.toString(blockSize));
    }
    String owner = identities.user(attributes.owner());
    String group = identities.group(attributes.group());
    field("permission", String.format("%s:%s:%04o", owner, group, mode.toShort()));
  }

  private void attribute(String name, byte[] value) throws IOException {
    out.write("<xattrs><xattr>");
    field("ns", "USER");
    field("name", name.substring("user.".length()));
    field("valHex", HEX.formatHex(value));
    out.write("</xattr></xattrs>");
  }

  /** What the permission bits hold is not said again. */
  private void acl(Source source) throws IOException {
    List<AclEntry> entries = access.of(source);
    if (entries.isEmpty()) {
      return;
    }
    out.write("<acls>");
    for (AclEntry entry : entries) {
      if (!Access.isInBits(entry)) {
        field("acl", entry.toString());
      }
    }
    out.write("</acls>");
  }

  private void endDirectory() throws IOException {
    field("nsquota", "-1");
    field("dsquota", "-1");
    out.write("</inode>\n");
  }

  private void file(Source source) throws IOException {
    field("replication", Short.toString(source.copies()));
    dress(source, false);
    attribute(FoundFile.ATTRIBUTE, source.whole().toBytes());
    acl(source);
    if (!source.cuts().isEmpty()) {
      out.write("<blocks>");
      for (BlockCut cut : source.cuts()) {
        block(source, cut);
      }
      out.write("</blocks>");
    }
    field("storagePolicyId", Integer.toString(NEVER_COPIED));
    out.write("</inode>\n");
  }

  private void block(Source source, BlockCut cut) throws IOException {
    long id = ++numbers.block;
    out.write("<block>");
    field("id", Long.toString(id));
    field("genstamp", Long.toString(numbers.stamp));
    field("numBytes", Long.toString(cut.length()));
    out.write("</block>");
    lists.add(cut.hosts(), new LinkOrder(numbers.pool, id, numbers.stamp, source.part(cut)));
  }

  /** What is in each directory that was made or added to, in the order of the names' bytes. */
  Map<Long, TreeMap<byte[], Long>> children() {
    return children;
  }
}
