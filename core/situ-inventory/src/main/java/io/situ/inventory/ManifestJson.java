package io.situ.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/** The manifest's file: JSON that ends with its own CRC32C. */
final class ManifestJson {

  private static final String FORMAT = "situ-inventory";
  private static final String CRC_MEMBER = "\"crc32c\" : \"";
  private static final JsonMapper MAPPER = new JsonMapper();

  private ManifestJson() {}

  static byte[] write(Manifest manifest) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("format", FORMAT).put("schemaVersion", Manifest.SCHEMA_VERSION);
    json.put("snapshot", manifest.id());
    manifest.parent().ifPresentOrElse(id -> json.put("parent", id), () -> json.putNull("parent"));
    json.set("store", writeStore(manifest.origin()));
    json.put("root", manifest.origin().root().toString());
    json.put("startedAt", manifest.startedAt().toString()).put("seconds", manifest.seconds());
    json.put("placement", manifest.features().placement());
    json.put("checksumChunk", manifest.checksumChunk());
    json.put("cursor", manifest.features().cursor().orElse(null));
    json.set("counts", writeCounts(manifest.counts()));
    ArrayNode skipped = json.putArray("skipped");
    for (Manifest.Skipped one : manifest.skipped()) {
      ArrayNode samples =
          skipped
              .addObject()
              .put("reason", one.reason())
              .put("count", one.count())
              .putArray("samples");
      one.samples().forEach(samples::add);
    }
    ArrayNode parts = json.putArray("parts");
    manifest.parts().forEach(part -> parts.add(writePart(part)));
    return seal(json.toPrettyString());
  }

  private static ObjectNode writeStore(Manifest.Origin origin) {
    return MAPPER
        .createObjectNode()
        .put("name", origin.store())
        .put("driver", origin.driver())
        .put("identity", origin.identity())
        .put("root", origin.storeRoot())
        .put("stableIdentity", origin.stableIdentity());
  }

  private static ObjectNode writeCounts(Manifest.Counts counts) {
    return MAPPER
        .createObjectNode()
        .put("files", counts.files())
        .put("directories", counts.directories())
        .put("symlinks", counts.symlinks())
        .put("others", counts.others())
        .put("bytes", counts.bytes())
        .put("unchecked", counts.unchecked());
  }

  private static ObjectNode writePart(Manifest.Part part) {
    return MAPPER
        .createObjectNode()
        .put("file", part.file())
        .put("rows", part.rows())
        .put("bytes", part.bytes())
        .put("crc32c", hex(part.crc32c()))
        .put("first", part.first())
        .put("last", part.last());
  }

  private static byte[] seal(String json) {
    String open = json.substring(0, json.lastIndexOf('}')).stripTrailing() + ",\n  ";
    String crc = hex(crc(open.getBytes(StandardCharsets.UTF_8)));
    return (open + CRC_MEMBER + crc + "\"\n}\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a manifest.
   *
   * @throws InventoryException {@code DAMAGED} or {@code WRONG_VERSION}
   */
  static Manifest read(Path file) throws InventoryException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw InventoryException.damaged(file, "cannot be read: " + e.getMessage(), e);
    }
    requireSeal(file, bytes);
    try {
      JsonNode json = MAPPER.readTree(bytes);
      if (!FORMAT.equals(json.path("format").asText())) {
        throw InventoryException.damaged(file, "is not the manifest of an inventory", null);
      }
      int version = json.path("schemaVersion").asInt();
      if (version != Manifest.SCHEMA_VERSION) {
        throw wrongVersion(file, version);
      }
      return read(json);
    } catch (InventoryException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw InventoryException.damaged(file, "is not the manifest of an inventory", e);
    }
  }

  private static void requireSeal(Path file, byte[] bytes) throws InventoryException {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int member = text.lastIndexOf(CRC_MEMBER);
    if (member < 0) {
      throw InventoryException.damaged(file, "is torn", null);
    }
    String end = CRC_MEMBER + hex(crc(java.util.Arrays.copyOf(bytes, member))) + "\"\n}\n";
    if (!text.substring(member).equals(end)) {
      throw InventoryException.damaged(file, "is torn or was changed (checksum)", null);
    }
  }

  private static InventoryException wrongVersion(Path file, int version) {
    return new InventoryException(
        InventoryException.Kind.WRONG_VERSION,
        "'"
            + file
            + "' has format version "
            + version
            + " and this Situ reads version "
            + Manifest.SCHEMA_VERSION
            + "; use the Situ that wrote it, or scan again");
  }

  private static Manifest read(JsonNode json) {
    JsonNode store = json.required("store");
    List<Manifest.Skipped> skipped = new ArrayList<>();
    json.required("skipped").forEach(one -> skipped.add(readSkipped(one)));
    List<Manifest.Part> parts = new ArrayList<>();
    json.required("parts").forEach(part -> parts.add(readPart(part)));
    JsonNode parent = json.required("parent");
    return new Manifest(
        json.required("snapshot").longValue(),
        parent.isNull() ? OptionalLong.empty() : OptionalLong.of(parent.longValue()),
        new Manifest.Origin(
            store.required("name").textValue(),
            store.required("driver").textValue(),
            store.required("identity").textValue(),
            store.required("root").textValue(),
            StorePath.of(json.required("root").textValue()),
            store.required("stableIdentity").booleanValue()),
        Instant.parse(json.required("startedAt").textValue()),
        json.required("seconds").doubleValue(),
        new Manifest.Features(
            json.required("placement").booleanValue(),
            json.required("checksumChunk").intValue(),
            Optional.ofNullable(json.required("cursor").textValue())),
        readCounts(json.required("counts")),
        skipped,
        parts);
  }

  private static Manifest.Counts readCounts(JsonNode json) {
    return new Manifest.Counts(
        json.required("files").longValue(),
        json.required("directories").longValue(),
        json.required("symlinks").longValue(),
        json.required("others").longValue(),
        json.required("bytes").longValue(),
        json.required("unchecked").longValue());
  }

  private static Manifest.Skipped readSkipped(JsonNode json) {
    List<String> samples = new ArrayList<>();
    json.required("samples").forEach(sample -> samples.add(sample.textValue()));
    return new Manifest.Skipped(
        json.required("reason").textValue(), json.required("count").longValue(), samples);
  }

  private static Manifest.Part readPart(JsonNode json) {
    return new Manifest.Part(
        json.required("file").textValue(),
        json.required("rows").longValue(),
        json.required("bytes").longValue(),
        Integer.parseUnsignedInt(json.required("crc32c").textValue(), 16),
        json.required("first").textValue(),
        json.required("last").textValue());
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
