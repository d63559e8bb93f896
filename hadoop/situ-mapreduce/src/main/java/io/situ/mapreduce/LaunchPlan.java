// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link JobLauncher} gets from the program that starts it.
 *
 * @param jar the job jar
 * @param mainClass the class to start; where empty, the jar is run as {@code hadoop jar} runs it
 * @param folder a directory for the launcher's own files, see the methods
 * @param settings configuration that holds whatever the user's files say
 * @param defaults configuration for what the user's files do not say
 * @param localSettings as {@code settings}, only where the local runner runs the tasks
 */
public record LaunchPlan(
    Path jar,
    Optional<String> mainClass,
    Path folder,
    Map<String, String> settings,
    Map<String, String> defaults,
    Map<String, String> localSettings) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public LaunchPlan {
    settings = Map.copyOf(settings);
    defaults = Map.copyOf(defaults);
    localSettings = Map.copyOf(localSettings);
  }

  /** Where a plan is kept in its folder. */
  public static Path file(Path folder) {
    return folder.resolve("launch.json");
  }

  /** Where the launcher writes why it failed: a {@code StoreException.Kind} and a sentence. */
  public Path failureFile() {
    return folder.resolve("failure");
  }

  /** The launcher kills its jobs when it ends and this file is there. */
  public Path cancelFile() {
    return folder.resolve("cancel");
  }

  /** Directory on the launcher's class path that gets the configuration it makes. */
  public Path confDirectory() {
    return folder.resolve("conf");
  }

  /** Writes this plan to its folder. */
  public void write() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("jar", jar.toString()).put("mainClass", mainClass.orElse(null));
    json.set("settings", JSON.valueToTree(settings));
    json.set("defaults", JSON.valueToTree(defaults));
    json.set("localSettings", JSON.valueToTree(localSettings));
    JSON.writeValue(file(folder).toFile(), json);
  }

  static LaunchPlan read(Path folder) throws IOException {
    JsonNode json = JSON.readTree(file(folder).toFile());
    return new LaunchPlan(
        Path.of(json.path("jar").asText()),
        json.hasNonNull("mainClass")
            ? Optional.of(json.path("mainClass").asText())
            : Optional.empty(),
        folder,
        map(json.path("settings")),
        map(json.path("defaults")),
        map(json.path("localSettings")));
  }

  private static Map<String, String> map(JsonNode json) {
    Map<String, String> map = new LinkedHashMap<>();
    json.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
    return map;
  }
}
