// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How RGW has cut an S3 object into objects of RADOS: {@code RGWObjManifest} of Ceph's {@code
 * src/rgw/rgw_obj_manifest.h}, as the attribute {@code user.rgw.manifest} of the first of them
 * holds it.
 *
 * @param size bytes of the whole
 * @param headSize bytes that are in the first object, 0 if it holds attributes only
 * @param headMost up to where the first object is used, where the parts have no numbers
 * @param prefix what the names of the other objects begin with, but for the bucket's marker
 * @param marker of the bucket whose the other objects are
 * @param instance of the version that the other objects were written for; empty for none
 * @param elsewhere whether the other objects are of another storage class, so in another pool
 * @param rules by the position from which each holds
 */
public record ObjectManifest(
    long size,
    long headSize,
    long headMost,
    String prefix,
    String marker,
    String instance,
    boolean elsewhere,
    NavigableMap<Long, Rule> rules) {

  private static final int KNOWN = 7;
  private static final int KNOWN_OBJECT = 6;
  private static final int KNOWN_BUCKET = 10;
  private static final int KNOWN_RULE = 2;
  private static final int BUCKET_IDS_ARE_FLAGGED = 10;

  /**
   * How a stretch of an object is cut.
   *
   * @param part number of its first part, 0 where it has none
   * @param start its first byte
   * @param partSize bytes of each part, 0 if it is one
   * @param stripe most bytes of one object of RADOS
   * @param prefix other than the manifest's own; empty for that
   */
  record Rule(int part, long start, long partSize, long stripe, String prefix) {}

  /**
   * A piece of an S3 object: one object of RADOS, from its first byte.
   *
   * @param name without the bucket's marker; empty for the first object
   * @param start where it begins in the S3 object
   * @param end behind its last byte there
   */
  public record Piece(String name, long start, long end) {}

  /** A bucket, and whether its objects have pools of their own. */
  private record Bucket(String marker, boolean explicit) {}

  /**
   * Reads a manifest.
   *
   * @throws IllegalArgumentException if it is none, is of a version that is not known, or lists
   *     each object by name, as RGW did until 2013
   */
  static ObjectManifest parse(byte[] bytes) {
    CephDecoder.Structure whole = new CephDecoder(bytes).structure(KNOWN);
    if (whole.version() < KNOWN - 1) {
      throw new IllegalArgumentException("a manifest of version " + whole.version());
    }
    CephDecoder in = whole.content();
    long size = in.number64();
    boolean listed = in.number32() != 0;
    if (in.flag() || listed) {
      throw new IllegalArgumentException("a manifest that names each object");
    }
    CephDecoder object = in.structure(KNOWN_OBJECT).content();
    Bucket bucket = bucket(object);
    object.text();
    object.text();
    String instance = object.utf8();
    long headSize = in.number64();
    long headMost = in.number64();
    String prefix = in.utf8();
    NavigableMap<Long, Rule> rules = rules(in);
    if (in.flag()) {
      bucket = bucket(in);
    }
    if (in.flag()) {
      instance = in.utf8();
    }
    boolean elsewhere = whole.version() >= KNOWN && isElsewhere(in);
    if (bucket.explicit()) {
      throw new IllegalArgumentException("a bucket with pools of its own");
    }
    return new ObjectManifest(
        size, headSize, headMost, prefix, bucket.marker(), instance, elsewhere, rules);
  }

  private static Bucket bucket(CephDecoder in) {
    CephDecoder.Structure bucket = in.structure(KNOWN_BUCKET);
    if (bucket.version() < BUCKET_IDS_ARE_FLAGGED) {
      throw new IllegalArgumentException("a bucket of version " + bucket.version());
    }
    CephDecoder content = bucket.content();
    content.text();
    String marker = content.utf8();
    content.text();
    content.text();
    return new Bucket(marker, content.flag());
  }

  /** Of the first object's placement rule and the others': a class stands behind a slash. */
  private static boolean isElsewhere(CephDecoder in) {
    in.text();
    return in.utf8().contains("/");
  }

  private static NavigableMap<Long, Rule> rules(CephDecoder in) {
    NavigableMap<Long, Rule> rules = new TreeMap<>();
    for (int left = in.number32(); left > 0; left--) {
      long from = in.number64();
      CephDecoder.Structure rule = in.structure(KNOWN_RULE);
      CephDecoder content = rule.content();
      int part = content.number32();
      long start = content.number64();
      long partSize = content.number64();
      long stripe = content.number64();
      String prefix = rule.version() < KNOWN_RULE ? "" : content.utf8();
      if (stripe == 0) {
        throw new IllegalArgumentException("a manifest with stripes of no size");
      }
      rules.put(from, new Rule(part, start, partSize, stripe, prefix));
    }
    return rules;
  }

  /**
   * The piece that holds a byte: {@code obj_iterator::seek} and {@code get_implicit_location} of
   * {@code rgw_obj_manifest.cc}.
   *
   * @param offset at least 0 and before the end
   * @throws IllegalArgumentException if no rule reports, or rules contradict each other
   */
  public Piece piece(long offset) {
    Piece piece = ruled(offset);
    if (piece.start() > offset || piece.end() <= offset) {
      throw new IllegalArgumentException("the rules of a manifest contradict each other");
    }
    return piece;
  }

  private Piece ruled(long offset) {
    if (offset < headSize) {
      return new Piece("", 0, Math.min(headSize, size));
    }
    Map.Entry<Long, Rule> found = rules.floorEntry(offset);
    if (found == null) {
      throw new IllegalArgumentException("no rule for the byte at " + offset);
    }
    Rule rule = found.getValue();
    long partNumber = rule.partSize == 0 ? 0 : (offset - rule.start) / rule.partSize;
    long part = rule.part + partNumber;
    long partStart = rule.start + partNumber * rule.partSize;
    long stripe = (offset - partStart) / rule.stripe;
    long start = partStart + stripe * rule.stripe;
    long end = Math.min(size, start + rule.stripe);
    if (rule.partSize > 0) {
      end = Math.min(end, partStart + rule.partSize);
    }
    Long next = rules.higherKey(offset);
    if (next != null) {
      end = Math.min(end, next);
    }
    if (part == 0 && offset < headMost) {
      return new Piece("", 0, Math.min(headMost, end));
    }
    long number = part == 0 && headSize > 0 ? stripe + 1 : stripe;
    return new Piece(name(rule.prefix.isEmpty() ? prefix : rule.prefix, part, number), start, end);
  }

  /** {@code rgw_obj_key::get_oid}: the name with its namespace and its version in front. */
  private String name(String begin, long part, long stripe) {
    String space = part > 0 && stripe == 0 ? "multipart" : "shadow";
    String version = instance.isEmpty() ? "" : ":" + instance;
    String end = part == 0 ? "" + stripe : stripe == 0 ? "." + part : "." + part + "_" + stripe;
    return "_" + space + version + "_" + begin + end;
  }
}
