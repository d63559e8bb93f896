// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hdfs.HdfsKeys;
import io.situ.mapreduce.JobKeys;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.registry.StoreProvider;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What users wrote for the first build of version 0.1 still counts. */
class FirstVersionTest {

  private static Map<String, Set<String>> known() {
    Map<String, Set<String>> known = new HashMap<>();
    for (StoreProvider provider :
        StoreRegistry.of(FirstVersionTest.class.getClassLoader()).providers()) {
      known.put(provider.driver(), names(provider.keys()));
    }
    known.put("all", names(SituKeys.ALL));
    known.put("mapreduce", names(JobKeys.all()));
    known.put("hdfs", names(HdfsKeys.all()));
    return known;
  }

  private static Set<String> names(List<ConfigKey<?>> keys) {
    return keys.stream().map(ConfigKey::name).collect(Collectors.toSet());
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = FirstVersionTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void eachOfItsKeysIsKnown() throws IOException {
    Map<String, Set<String>> known = known();
    List<String> unknown =
        lines("first-version-keys.tsv").stream()
            .filter(line -> !line.startsWith("#"))
            .filter(line -> !known.get(line.split("\t")[0]).contains(line.split("\t")[1]))
            .toList();
    assertThat(lines("first-version-keys.tsv")).hasSizeGreaterThan(60);
    assertThat(unknown).isEmpty();
  }
}
