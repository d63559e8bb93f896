// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Layouts of a running Lustre 2.17, named live-*, whose targets {@code lfs getstripe} reported, and
 * others made from the definitions.
 */
record RecordedLayouts(String name, byte[] bytes, long size, List<StripeRange> pieces) {

  static Stream<RecordedLayouts> all() {
    try (InputStream in = RecordedLayouts.class.getResourceAsStream("layouts.json")) {
      JsonNode samples = new ObjectMapper().readTree(in);
      return StreamSupport.stream(samples.spliterator(), false)
          .map(RecordedLayouts::of)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RecordedLayouts named(String name) {
    return all().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }

  private static RecordedLayouts of(JsonNode sample) {
    List<StripeRange> pieces = new ArrayList<>();
    for (JsonNode extent : sample.get("extents")) {
      List<Integer> targets = new ArrayList<>();
      for (JsonNode target : extent.get("ost")) {
        targets.add(target.isTextual() ? StripeRange.MDT : target.asInt());
      }
      pieces.add(
          new StripeRange(extent.get("offset").asLong(), extent.get("length").asLong(), targets));
    }
    return new RecordedLayouts(
        sample.get("name").asText(),
        HexFormat.of().parseHex(sample.get("hex").asText()),
        sample.get("size").asLong(),
        pieces);
  }

  @Override
  public String toString() {
    return name;
  }
}
