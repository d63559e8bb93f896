// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * One answer to S3's {@code ListObjectsV2}, asked for with {@code encoding-type=url}.
 *
 * @param objects in the order of their keys' bytes
 * @param prefixes keys' beginnings up to the delimiter, in the same order
 * @param next what to ask with for the next page; empty at the end
 * @param truncated whether there is a next page; without {@code next} in the answer of a gateway
 *     that knows the first version of the question only
 */
public record ListObjectsResult(
    List<Entry> objects, List<byte[]> prefixes, Optional<String> next, boolean truncated) {

  /**
   * One object.
   *
   * @param key in bytes
   * @param etag with its quotation marks
   */
  public record Entry(byte[] key, long size, String etag, Instant modified) {}

  private static final XMLInputFactory XML = factory();

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /**
   * Reads an answer.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ListObjectsResult parse(byte[] xml) {
    try {
      XMLStreamReader reader = XML.createXMLStreamReader(new ByteArrayInputStream(xml));
      try {
        return new Reader(reader).page();
      } finally {
        reader.close();
      }
    } catch (XMLStreamException | RuntimeException e) {
      throw new IllegalArgumentException("this is no list of objects: " + e.getMessage(), e);
    }
  }

  /**
   * The bytes that a percent-encoded text means; RGW writes a blank as {@code +} or {@code %20}.
   */
  static byte[] decode(String text) {
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    String bytes = new String(in, StandardCharsets.ISO_8859_1);
    byte[] out = new byte[in.length];
    int length = 0;
    for (int i = 0; i < in.length; i++) {
      if (in[i] == '%') {
        out[length++] = (byte) HexFormat.fromHexDigits(bytes, i + 1, i + 3);
        i += 2;
      } else {
        out[length++] = in[i] == '+' ? (byte) ' ' : in[i];
      }
    }
    return Arrays.copyOf(out, length);
  }

  private static final class Reader {
    private final XMLStreamReader xml;
    private final List<Entry> objects = new ArrayList<>();
    private final List<byte[]> prefixes = new ArrayList<>();
    private Optional<String> next = Optional.empty();
    private String key;
    private long size = -1;
    private String etag;
    private Instant modified;
    private boolean truncated;
    private boolean whole;

    Reader(XMLStreamReader xml) {
      this.xml = xml;
    }

    ListObjectsResult page() throws XMLStreamException {
      boolean shared = false;
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          shared |= xml.getLocalName().equals("CommonPrefixes");
          start(shared);
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          shared &= !xml.getLocalName().equals("CommonPrefixes");
          end();
        }
      }
      if (!whole) {
        throw new IllegalArgumentException("it has no ListBucketResult");
      }
      return new ListObjectsResult(List.copyOf(objects), List.copyOf(prefixes), next, truncated);
    }

    private void start(boolean shared) throws XMLStreamException {
      switch (xml.getLocalName()) {
        case "Key" -> key = xml.getElementText();
        case "Size" -> size = Long.parseLong(xml.getElementText().strip());
        case "ETag" -> etag = xml.getElementText();
        case "LastModified" -> modified = Instant.parse(xml.getElementText().strip());
        case "NextContinuationToken" -> next = Optional.of(xml.getElementText());
        case "IsTruncated" -> truncated = truth(xml.getElementText().strip());
        case "Prefix" -> {
          String text = xml.getElementText();
          if (shared) {
            prefixes.add(decode(text));
          }
        }
        default -> {}
      }
    }

    private static boolean truth(String text) {
      return switch (text) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
      };
    }

    private Entry entry() {
      if (key == null || size < 0 || etag == null || modified == null) {
        throw new IllegalArgumentException("it does not describe the object '" + key + "'");
      }
      Entry entry = new Entry(decode(key), size, etag, modified);
      key = null;
      size = -1;
      etag = null;
      modified = null;
      return entry;
    }

    private void end() {
      switch (xml.getLocalName()) {
        case "Contents" -> objects.add(entry());
        case "ListBucketResult" -> whole = true;
        default -> {}
      }
    }
  }
}
