// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.Installation;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the words behind {@code situ run} into a call of a job, and checks them. */
public final class JobPlanner {

  private static final String DEFINE = "-D";

  private final GlobalOptions situ;
  private final Preflight preflight;
  private final boolean snapshot;

  /**
   * @param snapshot inputs are to be frozen: what cannot be is refused
   */
  public JobPlanner(GlobalOptions situ, OpenStores stores, boolean snapshot) {
    this.situ = situ;
    this.snapshot = snapshot;
    this.preflight = new Preflight(stores);
  }

  /** Any job jar; its arguments are its own affair. */
  JobCall jar(String file, List<String> args) {
    if (snapshot) {
      throw CliException.usage(
          "--snapshot knows the inputs of Hadoop's own jobs only, not of a jar");
    }
    Path jar = Path.of(file).toAbsolutePath();
    if (!Files.isRegularFile(jar)) {
      throw CliException.input("there is no job jar '" + file + "'");
    }
    if (!Files.isReadable(jar)) {
      throw new CliException(ExitCode.PERMISSION, "the job jar '" + file + "' may not be read");
    }
    String name = jar.getFileName().toString();
    return new JobCall(name, Optional.empty(), jar, args, Map.of(), settings(Map.of()), Map.of());
  }

  /** A job the tool knows. */
  public JobCall known(List<String> words) throws IOException {
    if (words.isEmpty()) {
      throw CliException.usage(
          "missing job: use situ run NAME ARGS... or situ run --jar FILE ARGS...");
    }
    BuiltInJob workload = BuiltInJob.named(words.get(0));
    refuseLateOptions(words);
    Map<String, String> settings = new LinkedHashMap<>();
    BuiltInJob.Call call = workload.call(takeDefines(words.subList(1, words.size()), settings));
    call.settings()
        .forEach((key, value) -> settings.putIfAbsent(key, uriOfSetting(workload, value)));
    Map<Integer, StoreLocation> inputs = new LinkedHashMap<>();
    List<String> args = checked(workload, call, inputs);
    return new JobCall(
        workload.word(),
        Optional.of(workload),
        Installation.find().jobs().resolve(workload.jar()),
        args,
        inputs,
        settings(settings),
        workload.defaults());
  }

  /** None of Hadoop's own jobs has such options, and they would pass for names of files. */
  private static void refuseLateOptions(List<String> words) {
    for (String word : words.subList(1, words.size())) {
      if (word.startsWith("--")) {
        throw CliException.usage(
            "'%s' stands before the job: situ run %s ... %s ARGS... (a file of that name is ./%s)"
                .formatted(word, word, words.get(0), word));
      }
    }
  }

  private String uriOfSetting(BuiltInJob workload, String value) {
    return StoreLocation.isForeign(value) ? value : hadoopsOwn(value).uri();
  }

  /** Where {@code fs.defaultFS} names a store, a plain path can only be one in that store. */
  private StoreLocation hadoopsOwn(String text) {
    StoreLocation place = situ.place(text);
    Optional<String> store = situ.settings().defaultStore();
    if (!place.store().isEmpty() || store.isEmpty()) {
      return place;
    }
    String root = situ.settings().store(store.get()).values().getOrDefault("root", "/");
    StorePath top = StorePath.of(Path.of(root).normalize().toString());
    if (!place.path().startsWith(top)) {
      throw CliException.input(
          "'"
              + text
              + "' is not in '"
              + top
              + "', the store '"
              + store.get()
              + "' that fs.defaultFS names, and a job there sees no other path of this host");
    }
    return new StoreLocation(store.get(), place.path().relativeTo(top));
  }

  /**
   * Paths become URIs, so that they mean the same whatever a cluster's own file system is.
   *
   * @param present gets those that are inputs that are there
   */
  private List<String> checked(
      BuiltInJob workload, BuiltInJob.Call call, Map<Integer, StoreLocation> present)
      throws IOException {
    List<String> args = new ArrayList<>(call.args());
    List<StoreLocation> inputs = new ArrayList<>();
    if (snapshot && call.inputs().stream().anyMatch(i -> StoreLocation.isForeign(args.get(i)))) {
      throw CliException.usage(
          "--snapshot freezes inputs in stores, not those of other file systems");
    }
    if (snapshot && call.inputs().isEmpty()) {
      throw CliException.usage("--snapshot: " + workload.word() + " has no input to freeze");
    }
    for (int i : call.inputs()) {
      if (!StoreLocation.isForeign(args.get(i))) {
        StoreLocation place = hadoopsOwn(args.get(i));
        boolean there = preflight.input(place);
        inputs.add(place);
        if (there) {
          present.put(i, place);
        } else if (snapshot) {
          throw CliException.usage(
              "--snapshot needs inputs that are there, not a pattern such as '"
                  + args.get(i)
                  + "'");
        }
        args.set(i, there ? workload.input(Preflight.literal(place.uri())) : place.uri());
      }
    }
    for (int i : call.outputs()) {
      if (!StoreLocation.isForeign(args.get(i))) {
        StoreLocation place = hadoopsOwn(args.get(i));
        preflight.output(place, inputs, workload == BuiltInJob.TERASORT);
        args.set(i, place.uri());
      }
    }
    return args;
  }

  /** Takes {@code -D key=value}, which Hadoop allows behind a job's name, out of its arguments. */
  private static List<String> takeDefines(List<String> words, Map<String, String> settings) {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals(DEFINE) && i + 1 < words.size()) {
        define(words.get(++i), settings);
      } else if (word.startsWith(DEFINE) && word.contains("=")) {
        define(word.substring(DEFINE.length()), settings);
      } else {
        rest.add(word);
      }
    }
    return rest;
  }

  private static void define(String pair, Map<String, String> settings) {
    int equals = pair.indexOf('=');
    if (equals <= 0) {
      throw CliException.usage("-D " + pair + " is not KEY=VALUE");
    }
    settings.put(pair.substring(0, equals), pair.substring(equals + 1));
  }

  private Map<String, String> settings(Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>(situ.given());
    all.putAll(own);
    if (!situ.store().isEmpty()) {
      all.putIfAbsent("fs.defaultFS", "situ://" + situ.store() + "/");
    }
    return all;
  }
}
