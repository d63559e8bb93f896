// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Objects as JSON. Paths are exact, as {@code StorePath} carries them. */
final class ObjectJson {

  private ObjectJson() {}

  static ObjectNode of(StoreLocation place, StoreObject object) {
    Attributes attributes = object.attributes();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("path", object.path().toString()).put("store", place.store());
    json.put("kind", kind(object)).put("size", object.size());
    json.put("owner", attributes.owner()).put("group", attributes.group());
    json.put("mode", String.format(Locale.ROOT, "%04o", attributes.mode()));
    json.put("modifiedNanos", nanos(attributes.modified()));
    json.put("accessedNanos", nanos(attributes.accessed()));
    json.put("identity", object.version().identity()).put("stamp", object.version().stamp());
    object.linkTarget().ifPresent(target -> json.put("linkTarget", target));
    object.checksum().ifPresent(checksum -> json.put("checksum", checksum));
    return json;
  }

  private static BigInteger nanos(Instant time) {
    return BigInteger.valueOf(time.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000L))
        .add(BigInteger.valueOf(time.getNano()));
  }

  static ObjectNode withExtents(ObjectNode json, List<Extent> extents) {
    var list = json.putArray("extents");
    for (Extent extent : extents) {
      ObjectNode node = list.addObject();
      node.put("offset", extent.offset()).put("length", extent.length());
      var replicas = node.putArray("replicas");
      extent.replicas().forEach(replica -> put(replicas.addObject(), replica));
    }
    return json;
  }

  private static void put(ObjectNode node, Replica replica) {
    node.put("host", replica.host());
    replica.rack().ifPresent(rack -> node.put("rack", rack));
    node.put("weight", replica.weight());
    replica.path().ifPresent(path -> node.put("path", path));
  }

  static String kind(StoreObject object) {
    return object.kind().name().toLowerCase(Locale.ROOT);
  }
}
