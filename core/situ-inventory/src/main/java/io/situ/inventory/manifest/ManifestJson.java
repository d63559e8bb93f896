// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/** The manifest's file: JSON that ends with its own CRC32C. */
public final class ManifestJson {

  private static final String FORMAT = "situ-inventory";
  private static final String CRC_MEMBER = "\"crc32c\" : \"";

  private ManifestJson() {}

  public static byte[] write(Manifest manifest) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("format", FORMAT);
    json.put("schemaVersion", manifest.schemaVersion());
    json.put("snapshot", manifest.id());
    json.put("parent", manifest.parent().isPresent() ? manifest.parent().getAsLong() : null);
    json.put("store", writeStore(manifest.origin()));
    json.put("root", manifest.origin().root().toString());
    json.put("startedAt", manifest.startedAt().toString());
    json.put("seconds", manifest.seconds());
    json.put("placement", manifest.features().placement());
    json.put("checksumChunk", manifest.checksumChunk());
    if (manifest.features().footers()) {
      json.put("footers", true);
    }
    json.put("cursor", manifest.features().cursor().orElse(null));
    json.put("counts", writeCounts(manifest.counts()));
    json.put("skipped", manifest.skipped().stream().map(ManifestJson::writeSkipped).toList());
    json.put("unread", manifest.unread().paths().stream().map(StorePath::toString).toList());
    json.put("unreadComplete", manifest.unread().complete());
    json.put("parts", manifest.parts().stream().map(ManifestJson::writePart).toList());
    return appendChecksum(Json.write(json));
  }

  private static Map<String, Object> writeStore(Manifest.Origin origin) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", origin.store());
    json.put("driver", origin.driver());
    json.put("identity", origin.identity());
    json.put("root", origin.storeRoot());
    json.put("stableIdentity", origin.stableIdentity());
    origin.fileSystem().ifPresent(system -> json.put("fileSystem", system));
    return json;
  }

  private static Map<String, Object> writeCounts(Manifest.Counts counts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("files", counts.files());
    json.put("directories", counts.directories());
    json.put("symlinks", counts.symlinks());
    json.put("others", counts.others());
    json.put("bytes", counts.bytes());
    json.put("unchecked", counts.unchecked());
    return json;
  }

  private static Map<String, Object> writeSkipped(Manifest.Skipped skipped) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("reason", skipped.reason());
    json.put("count", skipped.count());
    json.put("samples", skipped.samples());
    return json;
  }

  private static Map<String, Object> writePart(Manifest.Part part) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("file", part.file());
    json.put("rows", part.rows());
    json.put("bytes", part.bytes());
    json.put("crc32c", hex(part.crc32c()));
    json.put("first", part.first());
    json.put("last", part.last());
    return json;
  }

  private static byte[] appendChecksum(String json) {
    String open = json.substring(0, json.lastIndexOf('}')).stripTrailing() + ",\n  ";
    String crc = hex(crc(open.getBytes(StandardCharsets.UTF_8)));
    return (open + CRC_MEMBER + crc + "\"\n}\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a manifest.
   *
   * @throws InventoryException {@code DAMAGED} or {@code WRONG_VERSION}
   */
  public static Manifest read(Path file) throws InventoryException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw InventoryException.unreadable(file, e);
    }
    verifyChecksum(file, bytes);
    try {
      Json.Node json = Json.read(bytes);
      if (!FORMAT.equals(json.text("format"))) {
        throw InventoryException.damaged(file, "is not the manifest of an inventory", null);
      }
      long version = json.number("schemaVersion");
      if (version != Manifest.SCHEMA_VERSION && version != Manifest.SCHEMA_VERSION_WITH_FOOTERS) {
        throw wrongVersion(file, version);
      }
      return read(json);
    } catch (InventoryException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw InventoryException.damaged(file, "is not the manifest of an inventory", e);
    }
  }

  private static void verifyChecksum(Path file, byte[] bytes) throws InventoryException {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int member = text.lastIndexOf(CRC_MEMBER);
    if (member < 0) {
      throw InventoryException.damaged(file, "is torn", null);
    }
    String end = CRC_MEMBER + hex(crc(Arrays.copyOf(bytes, member))) + "\"\n}\n";
    if (!text.substring(member).equals(end)) {
      throw InventoryException.damaged(file, "is torn or was changed (checksum)", null);
    }
  }

  private static InventoryException wrongVersion(Path file, long version) {
    return new InventoryException(
        InventoryException.Kind.WRONG_VERSION,
        "'"
            + file
            + "' has format version "
            + version
            + " and this Situ reads versions "
            + Manifest.SCHEMA_VERSION
            + " and "
            + Manifest.SCHEMA_VERSION_WITH_FOOTERS
            + "; use the Situ that wrote it, or scan again");
  }

  private static Manifest read(Json.Node json) {
    return new Manifest(
        json.number("snapshot"),
        json.has("parent") ? OptionalLong.of(json.number("parent")) : OptionalLong.empty(),
        readOrigin(json.node("store"), StorePath.of(json.text("root"))),
        Instant.parse(json.text("startedAt")),
        json.fraction("seconds"),
        new Manifest.Features(
            json.truth("placement"),
            Math.toIntExact(json.number("checksumChunk")),
            json.has("footers") && json.truth("footers"),
            json.has("cursor") ? Optional.of(json.text("cursor")) : Optional.empty()),
        readCounts(json.node("counts")),
        json.nodes("skipped").stream().map(ManifestJson::readSkipped).toList(),
        readUnread(json),
        readParts(json.nodes("parts")));
  }

  /** What earlier versions called {@code servedBy} says how the file system was mounted. */
  private static Manifest.Origin readOrigin(Json.Node json, StorePath root) {
    return new Manifest.Origin(
        json.text("name"),
        json.text("driver"),
        json.text("identity"),
        json.text("root"),
        root,
        json.truth("stableIdentity"),
        json.has("fileSystem") ? Optional.of(json.text("fileSystem")) : Optional.empty());
  }

  private static Manifest.Counts readCounts(Json.Node json) {
    return new Manifest.Counts(
        json.number("files"),
        json.number("directories"),
        json.number("symlinks"),
        json.number("others"),
        json.number("bytes"),
        json.number("unchecked"));
  }

  /** Older manifests name what they could not read among the samples only. */
  private static UnreadObjects readUnread(Json.Node json) {
    if (json.has("unreadComplete")) {
      List<StorePath> paths = json.texts("unread").stream().map(StorePath::of).toList();
      return new UnreadObjects(paths, json.truth("unreadComplete"));
    }
    List<Manifest.Skipped> failed =
        json.nodes("skipped").stream()
            .map(ManifestJson::readSkipped)
            .filter(SkippedObjects::isUnread)
            .toList();
    boolean complete = failed.stream().allMatch(one -> one.count() == one.samples().size());
    return new UnreadObjects(
        failed.stream().flatMap(one -> one.samples().stream()).map(StorePath::of).toList(),
        complete);
  }

  private static Manifest.Skipped readSkipped(Json.Node json) {
    return new Manifest.Skipped(json.text("reason"), json.number("count"), json.texts("samples"));
  }

  private static List<Manifest.Part> readParts(List<Json.Node> parts) {
    return parts.stream()
        .map(
            json ->
                new Manifest.Part(
                    json.text("file"),
                    json.number("rows"),
                    json.number("bytes"),
                    Integer.parseUnsignedInt(json.text("crc32c"), 16),
                    json.text("first"),
                    json.text("last")))
        .toList();
  }

  private static String hex(int crc) {
    return String.format("%08x", crc);
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
