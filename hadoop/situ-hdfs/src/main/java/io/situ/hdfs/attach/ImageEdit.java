package io.situ.hdfs.attach;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds new files to the XML of an image. Everything else goes through as it is. For one thread.
 *
 * @param image what is in the image
 * @param inodes the XML of the new files and directories
 * @param children what is in each directory that is new or gets something new
 */
record ImageEdit(
    ImageNames image,
    Path inodes,
    Map<Long, TreeMap<byte[], Long>> children,
    NewInodes.Numbers numbers,
    long transaction) {

  private static final Pattern PARENT = Pattern.compile("<directory><parent>(\\d+)</parent>");
  private static final String NAMES = "<NameSection>";
  private static final String INODES = "<INodeSection>";
  private static final String INODES_END = "</INodeSection>";
  private static final String DIRECTORIES_END = "</INodeDirectorySection>";

  void run(Path from, Path to) throws IOException {
    Map<Long, TreeMap<byte[], Long>> left = new HashMap<>(children);
    try (BufferedReader in = Files.newBufferedReader(from, StandardCharsets.UTF_8);
        Writer out = Files.newBufferedWriter(to, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        write(line, left, out);
        out.write('\n');
      }
    }
  }

  private void write(String line, Map<Long, TreeMap<byte[], Long>> left, Writer out)
      throws IOException {
    Matcher parent = PARENT.matcher(line);
    if (line.contains(NAMES)) {
      String changed = set(line, "genstampV2", numbers.stamp());
      changed = set(changed, "lastAllocatedBlockId", numbers.block());
      out.write(set(changed, "txid", transaction));
    } else if (line.contains(INODES)) {
      String changed = set(line, "lastInodeId", numbers.inode());
      out.write(set(changed, "numInodes", image.number("numInodes") + numbers.made()));
    } else if (line.contains(INODES_END)) {
      try (BufferedReader more = Files.newBufferedReader(inodes, StandardCharsets.UTF_8)) {
        more.transferTo(out);
      }
      out.write(line);
    } else if (line.contains(DIRECTORIES_END)) {
      int end = line.indexOf(DIRECTORIES_END);
      out.write(line.substring(0, end));
      for (Map.Entry<Long, TreeMap<byte[], Long>> directory : left.entrySet()) {
        directory(directory.getKey(), directory.getValue(), out);
      }
      out.write(line.substring(end));
    } else if (parent.find() && left.containsKey(Long.parseLong(parent.group(1)))) {
      long id = Long.parseLong(parent.group(1));
      out.write(line.substring(0, parent.start()));
      directory(id, withOld(id, left.remove(id)), out);
    } else {
      out.write(line);
    }
  }

  private static String set(String line, String field, long value) {
    return line.replaceFirst(
        "<" + field + ">\\d+</" + field + ">", "<" + field + ">" + value + "</" + field + ">");
  }

  private TreeMap<byte[], Long> withOld(long directory, TreeMap<byte[], Long> added) {
    TreeMap<byte[], Long> all = new TreeMap<>(Arrays::compareUnsigned);
    all.putAll(added);
    for (long child : image.children(directory)) {
      all.put(image.name(child).getBytes(StandardCharsets.UTF_8), child);
    }
    return all;
  }

  private static void directory(long id, TreeMap<byte[], Long> below, Writer out)
      throws IOException {
    out.write("<directory><parent>" + id + "</parent>");
    for (long child : below.values()) {
      out.write("<child>" + child + "</child>");
    }
    out.write("</directory>\n");
  }
}
