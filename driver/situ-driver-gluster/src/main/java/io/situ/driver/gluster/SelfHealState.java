// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What {@code gluster volume heal VOLUME info --xml} said: the files that wait for healing. A file
 * is listed under the bricks that remember it, which are those whose copy is good; the copies to be
 * healed are the others. In a split brain it is listed under all.
 *
 * @param good by file identifier (gfid), the names of the bricks that list it
 * @param listing the names of the bricks that list any
 * @param silent the names of the bricks that could not be asked
 */
record SelfHealState(Map<String, Set<String>> good, Set<String> listing, Set<String> silent) {

  private static final XMLInputFactory XML = factory();

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  /**
   * @throws IOException if the answer is that of a command that failed
   * @throws XMLStreamException if it is no such answer
   */
  static SelfHealState parse(InputStream in) throws IOException, XMLStreamException {
    return new Parser().parse(in);
  }

  /** Whether anything is to be reported of files on these bricks. */
  boolean concerns(Collection<String> bricks) {
    return bricks.stream().anyMatch(brick -> silent.contains(brick) || listing.contains(brick));
  }

  /**
   * Whether the copy of a file on {@code brick} is a good one.
   *
   * @param set the names of all bricks of its replica set
   */
  boolean isGood(String gfid, GlusterVolume.Brick brick, Collection<String> set) {
    if (silent.contains(brick.name())) {
      return false;
    }
    Set<String> listed = good.getOrDefault(gfid, Set.of());
    boolean waits = set.stream().anyMatch(listed::contains);
    return !waits || listed.contains(brick.name()) && !listed.containsAll(set);
  }

  private static final class Parser {
    private final Map<String, Set<String>> good = new HashMap<>();
    private final Set<String> listing = new HashSet<>();
    private final Set<String> silent = new HashSet<>();
    private String brick = "";
    private String failure = "no answer";

    SelfHealState parse(InputStream in) throws IOException, XMLStreamException {
      XMLStreamReader reader = XML.createXMLStreamReader(in);
      try {
        while (reader.hasNext()) {
          if (reader.next() == XMLStreamConstants.START_ELEMENT) {
            element(reader);
          }
        }
      } finally {
        reader.close();
      }
      if (!failure.isEmpty()) {
        throw new IOException("'gluster volume heal' says: " + failure);
      }
      return new SelfHealState(Map.copyOf(good), Set.copyOf(listing), Set.copyOf(silent));
    }

    private void element(XMLStreamReader reader) throws XMLStreamException {
      switch (reader.getLocalName()) {
        case "name" -> brick = reader.getElementText();
        case "file" -> file(reader.getAttributeValue(null, "gfid"));
        case "status" -> status(reader.getElementText());
        case "opRet" -> failure = reader.getElementText().equals("0") ? "" : "it failed";
        case "opErrstr" -> explain(reader.getElementText());
        default -> {}
      }
    }

    private void file(String gfid) {
      if (gfid != null) {
        good.computeIfAbsent(gfid, any -> new HashSet<>()).add(brick);
        listing.add(brick);
      }
    }

    private void status(String status) {
      if (!status.equals("Connected")) {
        silent.add(brick);
      }
    }

    private void explain(String text) {
      if (!failure.isEmpty() && !text.isBlank()) {
        failure = text.strip();
      }
    }
  }
}
