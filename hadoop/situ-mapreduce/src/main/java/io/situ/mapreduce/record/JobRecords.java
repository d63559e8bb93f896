// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.placement.LocalityBound;
import io.situ.mapreduce.record.JobRecord.Data;
import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.Host;
import io.situ.mapreduce.record.JobRecord.NonLocalMap;
import io.situ.mapreduce.record.JobRecord.SchedulingDelays;
import io.situ.mapreduce.record.JobRecord.State;
import io.situ.mapreduce.record.JobRecord.Times;
import io.situ.mapreduce.record.JobRecord.Work;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.regroup.PlacementSummary.Expectation;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.hadoop.io.IOUtils;

/** Job records as JSON, one file each, named by the job. */
public final class JobRecords {

  private static final ObjectMapper JSON = new ObjectMapper();

  private JobRecords() {}

  /**
   * Writes a record, replacing an earlier one of the same job. Readers see the old or the new
   * record whole. The directory is created where it is missing.
   */
  public static void write(Path directory, JobRecord record) throws IOException {
    Files.createDirectories(directory);
    Path partial = Files.createTempFile(directory, ".record", ".tmp");
    try {
      JSON.writerWithDefaultPrettyPrinter().writeValue(partial.toFile(), toJson(record));
      IOUtils.fsync(partial.toFile());
      Files.move(partial, directory.resolve(record.id() + ".json"), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(partial);
    }
    IOUtils.fsync(directory.toFile());
  }

  /** Takes a job's record away, if there is one. */
  public static void delete(Path directory, String id) throws IOException {
    Files.deleteIfExists(directory.resolve(id + ".json"));
  }

  /**
   * Every record in a directory, in the order of submission.
   *
   * @return empty where there is no such directory
   * @throws IOException that names the file, if one is damaged
   */
  public static List<JobRecord> readAll(Path directory) throws IOException {
    List<IOException> damaged = new ArrayList<>();
    List<JobRecord> records = readIntact(directory, damaged::add);
    if (!damaged.isEmpty()) {
      throw damaged.get(0);
    }
    return records;
  }

  /**
   * Every record in a directory that can be read, in the order of submission.
   *
   * @param damaged gets an exception that names the file for each that cannot be read
   * @return empty where there is no such directory
   * @throws IOException if the directory cannot be listed
   */
  public static List<JobRecord> readIntact(Path directory, Consumer<IOException> damaged)
      throws IOException {
    List<JobRecord> records = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return records;
    }
    for (Path file : LocalDirectories.list(directory, "job_*.json")) {
      try {
        records.add(read(file));
      } catch (IOException e) {
        damaged.accept(e);
      }
    }
    records.sort(
        java.util.Comparator.comparingLong((JobRecord record) -> record.times().submitted())
            .thenComparing(JobRecord::id));
    return records;
  }

  private static JobRecord read(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    try {
      return fromJson(JSON.readTree(content));
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("'" + file + "' is damaged: " + firstLine(e), e);
    }
  }

  /** What follows says where in the text, which is of no use. */
  private static String firstLine(Exception e) {
    return e.getMessage().lines().findFirst().orElse("");
  }

  /** One record as JSON. */
  public static ObjectNode toJson(JobRecord record) {
    ObjectNode json = JSON.createObjectNode();
    json.put("id", record.id()).put("name", record.name());
    json.put("framework", record.framework()).put("state", record.state().name());
    json.put("failure", record.failure().orElse(null));
    json.put("submitted", record.times().submitted());
    put(json, "finished", record.times().finished());
    record.data().inputs().forEach(json.putArray("inputs")::add);
    put(json, "inputObjects", record.data().objects());
    json.put("inputBytes", record.data().bytes());
    put(json, "bytesWrittenBefore", record.data().writtenBefore());
    json.put("output", record.data().output().orElse(null));
    record.data().notices().forEach(json.putArray("notices")::add);
    putWork(json, record.work());
    record.binding().ifPresent(binding -> putBinding(json.putObject("binding"), binding));
    record.reduceSide().ifPresent(choice -> json.put("reduceSide", choice));
    record.mapSide().ifPresent(mapSide -> putMapSide(json.putObject("mapSide"), mapSide));
    record.shuffle().ifPresent(shuffle -> putShuffle(json.putObject("shuffle"), shuffle));
    record
        .waits()
        .ifPresent(
            waits -> {
              ObjectNode node = json.putObject("waits");
              node.put("meanSeconds", waits.mean()).put("longestSeconds", waits.longest());
              put(node, "mapsElsewhere", waits.strays());
              putStrays(node, waits.which());
            });
    ObjectNode phases = json.putObject("phases");
    record.phases().forEach(phases::put);
    putHosts(json, record.hosts());
    json.set("counters", JSON.valueToTree(record.counters()));
    return json;
  }

  private static void putStrays(ObjectNode json, List<NonLocalMap> strays) {
    var array = json.putArray("elsewhere");
    for (NonLocalMap stray : strays) {
      ObjectNode node = array.addObject().put("task", stray.task()).put("host", stray.host());
      stray.wanted().forEach(node.putArray("wanted")::add);
    }
  }

  /** What hosts did, as {@code hosts} and {@code balance}. */
  public static void putHosts(ObjectNode json, List<Host> hosts) {
    JobRecord.balance(hosts).ifPresent(balance -> json.put("balance", balance));
    var array = json.putArray("hosts");
    for (Host host : hosts) {
      ObjectNode node = array.addObject().put("name", host.name()).put("maps", host.maps());
      put(node, "dataLocalMaps", host.dataLocalMaps());
      node.put("bytesRead", host.bytesRead());
      putDistances(node, host.read());
    }
  }

  /** Bytes by distance, null where they were not measured. */
  public static void putDistances(ObjectNode json, Optional<Distances> read) {
    json.put("bytesLocal", read.map(Distances::local).orElse(null));
    json.put("bytesRack", read.map(Distances::rack).orElse(null));
    json.put("bytesRemote", read.map(Distances::remote).orElse(null));
    json.put("bytesUnknown", read.map(Distances::unknown).orElse(null));
  }

  private static void putBinding(ObjectNode json, PlacementSummary binding) {
    json.put("splits", binding.splits()).put("tasks", binding.tasks());
    json.put("leftAlone", binding.leftAlone().orElse(null)).put("strict", binding.strict());
    json.put("packing", binding.rules().packing()).put("cutting", binding.rules().cutting());
    json.put("asking", binding.rules().asking());
    binding.unknownHosts().forEach(json.putArray("unknownHosts")::add);
    binding
        .expectation()
        .ifPresent(
            expected -> {
              ObjectNode node = json.putObject("expected");
              node.put("locality", expected.locality().toString());
              expected.mapSeconds().ifPresent(seconds -> node.put("mapSeconds", seconds));
              expected.taskSeconds().ifPresent(seconds -> node.put("taskSeconds", seconds));
              expected
                  .bound()
                  .ifPresent(
                      bound ->
                          node.put("plannedBytes", bound.bytes())
                              .put("possibleBytes", bound.possible()));
            });
  }

  private static void putMapSide(ObjectNode json, MapSideChoice mapSide) {
    json.put("sorter", mapSide.sorter()).put("combining", mapSide.combining());
  }

  private static void putShuffle(ObjectNode json, ShuffleChoice shuffle) {
    json.put("directory", shuffle.directory().orElse(null)).put("reason", shuffle.reason());
  }

  private static void putWork(ObjectNode json, Work work) {
    json.put("maps", work.maps()).put("reduces", work.reduces());
    put(json, "dataLocalMaps", work.dataLocalMaps());
    putDistances(json, work.read());
    put(json, "recordsIn", work.recordsIn());
    put(json, "recordsOut", work.recordsOut());
  }

  private static void put(ObjectNode json, String name, OptionalLong value) {
    if (value.isPresent()) {
      json.put(name, value.getAsLong());
    } else {
      json.putNull(name);
    }
  }

  private static JobRecord fromJson(JsonNode json) {
    List<Host> hosts = new ArrayList<>();
    for (JsonNode host : json.path("hosts")) {
      hosts.add(
          new Host(
              host.path("name").asText(),
              host.path("maps").asInt(),
              number(host, "dataLocalMaps"),
              host.path("bytesRead").asLong(),
              distances(host)));
    }
    if (json.path("id").asText().isBlank()) {
      throw new IllegalArgumentException("it has no id");
    }
    return new JobRecord(
        json.path("id").asText(),
        json.path("name").asText(),
        json.path("framework").asText(),
        State.valueOf(json.path("state").asText("RUNNING")),
        text(json, "failure"),
        new Times(json.path("submitted").asLong(), number(json, "finished")),
        new Data(
            texts(json.path("inputs")),
            number(json, "inputObjects"),
            json.path("inputBytes").asLong(),
            number(json, "bytesWrittenBefore"),
            text(json, "output"),
            texts(json.path("notices"))),
        work(json),
        json.has("binding") ? Optional.of(binding(json.get("binding"))) : Optional.empty(),
        Optional.ofNullable(json.get("mapSide")).map(JobRecords::mapSide),
        text(json, "reduceSide"),
        Optional.ofNullable(json.get("shuffle")).map(JobRecords::shuffle),
        json.has("waits") ? Optional.of(waits(json.get("waits"))) : Optional.empty(),
        phases(json.path("phases")),
        hosts,
        counters(json.path("counters")));
  }

  private static Work work(JsonNode json) {
    return new Work(
        json.path("maps").asInt(),
        json.path("reduces").asInt(),
        number(json, "dataLocalMaps"),
        distances(json),
        number(json, "recordsIn"),
        number(json, "recordsOut"));
  }

  private static Optional<Distances> distances(JsonNode json) {
    return json.hasNonNull("bytesLocal")
        ? Optional.of(
            new Distances(
                json.path("bytesLocal").asLong(),
                json.path("bytesRack").asLong(),
                json.path("bytesRemote").asLong(),
                json.path("bytesUnknown").asLong()))
        : Optional.empty();
  }

  private static PlacementSummary binding(JsonNode json) {
    return new PlacementSummary(
        json.path("splits").asInt(),
        json.path("tasks").asInt(),
        text(json, "leftAlone"),
        new PlacementSummary.Rules(
            json.path("packing").asText(),
            json.path("cutting").asText(),
            json.path("asking").asText()),
        json.path("strict").asBoolean(),
        texts(json.path("unknownHosts")),
        Optional.ofNullable(json.get("expected")).map(JobRecords::expectation));
  }

  private static Expectation expectation(JsonNode json) {
    return new Expectation(
        Locality.valueOf(json.path("locality").asText().toUpperCase(Locale.ROOT)),
        decimal(json, "mapSeconds"),
        decimal(json, "taskSeconds"),
        json.hasNonNull("possibleBytes")
            ? Optional.of(
                new LocalityBound(
                    json.path("plannedBytes").asLong(), json.path("possibleBytes").asLong()))
            : Optional.empty());
  }

  private static OptionalDouble decimal(JsonNode json, String name) {
    return json.hasNonNull(name)
        ? OptionalDouble.of(json.get(name).asDouble())
        : OptionalDouble.empty();
  }

  private static MapSideChoice mapSide(JsonNode json) {
    return new MapSideChoice(json.path("sorter").asText(), json.path("combining").asText());
  }

  private static ShuffleChoice shuffle(JsonNode json) {
    return new ShuffleChoice(text(json, "directory"), json.path("reason").asText());
  }

  private static SchedulingDelays waits(JsonNode json) {
    return new SchedulingDelays(
        json.path("meanSeconds").asDouble(),
        json.path("longestSeconds").asDouble(),
        number(json, "mapsElsewhere"),
        strays(json.path("elsewhere")));
  }

  private static List<NonLocalMap> strays(JsonNode json) {
    List<NonLocalMap> strays = new ArrayList<>();
    for (JsonNode stray : json) {
      strays.add(
          new NonLocalMap(
              stray.path("task").asText(),
              stray.path("host").asText(),
              texts(stray.path("wanted"))));
    }
    return strays;
  }

  private static Map<String, Double> phases(JsonNode json) {
    Map<String, Double> phases = new LinkedHashMap<>();
    json.properties().forEach(phase -> phases.put(phase.getKey(), phase.getValue().asDouble()));
    return phases;
  }

  private static Map<String, Map<String, Long>> counters(JsonNode json) {
    Map<String, Map<String, Long>> counters = new LinkedHashMap<>();
    for (var group : json.properties()) {
      Map<String, Long> values = new LinkedHashMap<>();
      group
          .getValue()
          .properties()
          .forEach(counter -> values.put(counter.getKey(), counter.getValue().asLong()));
      counters.put(group.getKey(), values);
    }
    return counters;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static Optional<String> text(JsonNode json, String name) {
    return json.hasNonNull(name) ? Optional.of(json.get(name).asText()) : Optional.empty();
  }

  private static OptionalLong number(JsonNode json, String name) {
    return json.hasNonNull(name) ? OptionalLong.of(json.get(name).asLong()) : OptionalLong.empty();
  }
}
