package io.situ.hdfs.attach;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.hadoop.hdfs.util.XMLUtils;

/** What an image holds, as far as adding to it needs that; read from its XML. For one thread. */
final class ImageNames {

  private static final long ROOT = 16385;
  private static final List<String> FIELDS = List.of("id", "type", "name", "permission");

  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Boolean> directories = new HashMap<>();
  private final Map<Long, List<Long>> children = new HashMap<>();
  private String owner = "";

  /**
   * @throws StoreException if the image holds snapshots
   */
  static ImageNames read(Path xml) throws IOException {
    ImageNames image = new ImageNames();
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try (Reader text = Files.newBufferedReader(xml, StandardCharsets.UTF_8)) {
      XMLStreamReader in = factory.createXMLStreamReader(text);
      while (in.hasNext()) {
        if (in.next() == XMLStreamConstants.START_ELEMENT) {
          image.section(in);
        }
      }
    } catch (XMLStreamException | XMLUtils.UnmanglingError e) {
      throw new IOException("what Hadoop tells of the image makes no sense", e);
    }
    if (image.number("numSnapshots") > 0) {
      throw new StoreException(
          Kind.FAILED, null, "HDFS has snapshots; attach while it runs, or delete them first");
    }
    return image;
  }

  private void section(XMLStreamReader in) throws XMLStreamException {
    switch (in.getLocalName()) {
      case "inode" -> inode(in);
      case "directory" -> directory(in);
      case "genstampV2", "lastAllocatedBlockId", "lastInodeId", "numInodes", "numSnapshots" ->
          numbers.putIfAbsent(in.getLocalName(), Long.parseLong(in.getElementText()));
      default -> {}
    }
  }

  /** Only what is right below the element; a file's blocks and attributes have names too. */
  private void inode(XMLStreamReader in) throws XMLStreamException {
    Map<String, String> fields = new HashMap<>();
    for (int depth = 1; depth > 0; ) {
      int event = in.next();
      if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (event == XMLStreamConstants.START_ELEMENT) {
        if (depth == 1 && FIELDS.contains(in.getLocalName())) {
          fields.put(in.getLocalName(), in.getElementText());
        } else {
          depth++;
        }
      }
    }
    if (!fields.containsKey("type")) {
      return;
    }
    long id = Long.parseLong(fields.get("id"));
    names.put(id, XMLUtils.unmangleXmlString(fields.getOrDefault("name", ""), true));
    directories.put(id, fields.get("type").equals("DIRECTORY"));
    if (id == ROOT) {
      owner = fields.get("permission").replaceFirst(":[^:]*$", "");
    }
  }

  private void directory(XMLStreamReader in) throws XMLStreamException {
    long parent = -1;
    List<Long> below = new ArrayList<>();
    while (in.next() != XMLStreamConstants.END_ELEMENT || !in.getLocalName().equals("directory")) {
      if (in.getEventType() == XMLStreamConstants.START_ELEMENT) {
        long number = Long.parseLong(in.getElementText());
        if (parent < 0) {
          parent = number;
        } else {
          below.add(number);
        }
      }
    }
    children.put(parent, below);
  }

  long number(String name) {
    return numbers.getOrDefault(name, 0L);
  }

  /** Owner and group of the root, parted by a colon. */
  String owner() {
    return owner;
  }

  List<Long> children(long directory) {
    return children.getOrDefault(directory, List.of());
  }

  String name(long id) {
    return names.get(id);
  }

  /**
   * The directory that is there of a path, and what of the path is not.
   *
   * @param id of the last directory that is there
   * @param missing names, at least one
   */
  record Place(long id, List<String> missing) {}

  /**
   * @param path absolute
   * @throws StoreException if all of it is there, or a file is in the way
   */
  Place place(String path) throws StoreException {
    List<String> parts = new ArrayList<>(List.of(path.substring(1).split("/")));
    long at = ROOT;
    while (!parts.isEmpty()) {
      String part = parts.get(0);
      long here = at;
      var found = children(here).stream().filter(id -> part.equals(name(id))).findFirst();
      if (found.isEmpty()) {
        return new Place(at, parts);
      }
      at = found.get();
      parts.remove(0);
      if (!directories.get(at) && !parts.isEmpty()) {
        throw new StoreException(
            Kind.NOT_A_DIRECTORY, null, "'" + part + "' on the way to '" + path + "' is a file");
      }
    }
    throw new StoreException(
        Kind.ALREADY_EXISTS,
        null,
        "'" + path + "' exists in HDFS; name a directory that does not, or attach while it runs");
  }
}
