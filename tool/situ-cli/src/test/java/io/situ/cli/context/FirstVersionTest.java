// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hdfs.HdfsKeys;
import io.situ.mapreduce.JobKeys;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.registry.StoreProvider;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What users wrote for the first build of version 0.1 still counts: {@code core-site.xml} has each
 * of its keys, which {@code keys.tsv} lists.
 */
class FirstVersionTest {

  private static final String KEPT = "first-version";

  private final StoreRegistry registry = StoreRegistry.of(getClass().getClassLoader());
  private final Map<String, List<ConfigKey<?>>> keys = new HashMap<>();
  private Path directory;
  private Map<String, String> all;

  @BeforeEach
  void read() throws URISyntaxException {
    directory = Path.of(FirstVersionTest.class.getResource(KEPT).toURI());
    all = EffectiveConfiguration.all(Optional.of(directory), Map.of());
    for (StoreProvider provider : registry.providers()) {
      keys.put(provider.driver(), provider.keys());
    }
    keys.put("all", SituKeys.ALL);
    keys.put("mapreduce", JobKeys.all());
    keys.put("hdfs", HdfsKeys.all());
  }

  /** A key of version 0.1: the driver or part that it is of, and its name there. */
  private record Known(String part, String name) {

    /** As a user writes it for the store that has its driver's name. */
    String full() {
      return switch (part) {
        case "mapreduce", "hdfs" -> name;
        case "all" -> "fs.situ." + name;
        default -> "fs.situ.store." + part + "." + name;
      };
    }
  }

  private List<Known> known() throws IOException {
    List<Known> known =
        Files.readAllLines(directory.resolve("keys.tsv")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> new Known(line.split("\t")[0], line.split("\t")[1]))
            .toList();
    assertThat(known).hasSizeGreaterThan(60);
    return known;
  }

  private Optional<Object> value(Known key) {
    String text = all.get(key.full());
    assertThat(text).as("%s in core-site.xml", key.full()).isNotBlank();
    ConfigKey<?> today =
        keys.get(key.part()).stream()
            .filter(each -> each.name().equals(key.name()))
            .findFirst()
            .orElseThrow(() -> new AssertionError(key + " is not known"));
    return today.parse(key.full(), text).map(Object.class::cast);
  }

  @Test
  void eachOfItsKeysIsKnownAndItsValueIsOne() throws IOException {
    for (Known key : known()) {
      assertThat(value(key)).as("%s", key).isPresent();
    }
  }

  @Test
  void unitsAreWhatTheyWere() {
    Map<Known, Object> meant =
        Map.ofEntries(
            Map.entry(new Known("ceph", "map.interval"), Duration.ofSeconds(60)),
            Map.entry(new Known("rgw", "map.interval"), Duration.ofSeconds(60)),
            Map.entry(new Known("gluster", "heal.interval"), Duration.ofSeconds(10)),
            Map.entry(new Known("posix", "placement.timeout"), Duration.ofSeconds(10)),
            Map.entry(new Known("orangefs", "strip.size"), 64L << 20),
            Map.entry(new Known("all", "block.size"), 128L << 20),
            Map.entry(new Known("all", "read.ahead"), 512L << 10),
            Map.entry(new Known("all", "write.buffer"), 256L << 10),
            Map.entry(new Known("mapreduce", "situ.mapreduce.regroup.bytes"), 1L << 30),
            Map.entry(new Known("mapreduce", "situ.mapreduce.regroup.least.bytes"), 32L << 20),
            Map.entry(
                new Known("mapreduce", "situ.mapreduce.locality.wait"), Duration.ofSeconds(30)),
            Map.entry(
                new Known("mapreduce", "situ.mapreduce.shuffle.wait"), Duration.ofSeconds(10)));
    meant.forEach((key, value) -> assertThat(value(key)).as("%s", key).hasValue(value));
  }

  @Test
  void theToolTakesItsFile() {
    EffectiveConfiguration settings = EffectiveConfiguration.read(Optional.of(directory), Map.of());
    assertThatCode(() -> new KnownKeys(registry).check(settings.values()))
        .doesNotThrowAnyException();
  }

  @Test
  void theClassesThatHadoopIsGivenAreThere() {
    List<String> classes =
        all.values().stream().filter(value -> value.startsWith("io.situ.")).toList();
    assertThat(classes).hasSize(7);
    for (String name : classes) {
      String file = name.replace('.', '/') + ".class";
      assertThat(getClass().getClassLoader().getResource(file)).as(name).isNotNull();
    }
  }
}
