// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.cli.console.CliException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The arguments of a call of {@code spark-submit}, and the settings that hold for it: those of
 * environment variables, over them those of {@code spark-defaults.conf} or {@code
 * --properties-file}, and over these those of the arguments. Not thread-safe.
 */
public final class SubmitArguments {

  private static final String JARS = "spark.jars";
  private static final String DEPLOY_MODE = "spark.submit.deployMode";
  private static final String MASTER = "spark.master";
  private static final String YARN_WAIT = "spark.yarn.submit.waitAppCompletion";

  private static final String UPLOAD_DIRECTORY = "spark.kubernetes.file.upload.path";

  private static final String HADOOP = "spark.hadoop.";

  /** A path or URI of a jar of Situ; the group has the line of Spark and the version of Scala. */
  private static final Pattern SITU_JAR =
      Pattern.compile("(?:.*/)?(situ-spark-[\\d.]+_[\\d.]+)-[^/]*\\.jar");

  /** Of Spark 4: has {@code spark-defaults.conf} count where there is a properties file too. */
  private static final String LOAD_DEFAULTS = "--load-spark-defaults";

  /** Options of {@code spark-submit} that have no value. */
  private static final Set<String> FLAGS =
      Set.of(
          "--verbose",
          "-v",
          "--supervise",
          "--help",
          "-h",
          "--version",
          "--usage-error",
          LOAD_DEFAULTS);

  /** Options that are not passed on as settings, and the keys that they set. */
  private static final Map<String, String> KEYS =
      Map.of("--master", MASTER, "--deploy-mode", DEPLOY_MODE, "--name", "spark.app.name");

  /** Environment variables that count where nothing else sets these keys. */
  private static final Map<String, String> VARIABLES =
      Map.of("MASTER", MASTER, "DEPLOY_MODE", DEPLOY_MODE);

  private final List<String> options = new ArrayList<>();
  private final List<String> application = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, String> added = new LinkedHashMap<>();

  /**
   * Reads a call with this process's environment.
   *
   * @param defaults {@code spark-defaults.conf}, which need not exist
   * @throws IOException in one sentence, if the settings cannot be read or an option has no value
   */
  public SubmitArguments(List<String> words, Path defaults) throws IOException {
    this(words, defaults, System.getenv());
  }

  /**
   * As the other, with an environment.
   *
   * @param environment of the Java process of {@code spark-submit}
   */
  SubmitArguments(List<String> words, Path defaults, Map<String, String> environment)
      throws IOException {
    VARIABLES.forEach(
        (variable, key) ->
            Optional.ofNullable(environment.get(variable))
                .ifPresent(value -> settings.put(key, value)));
    Map<String, String> own = new LinkedHashMap<>();
    Map<String, String> implied = new LinkedHashMap<>();
    Optional<String> jars = Optional.empty();
    Path file = defaults;
    int i = 0;
    while (i < words.size() && words.get(i).startsWith("-")) {
      String word = words.get(i++);
      if (FLAGS.contains(word)) {
        options.add(word);
        continue;
      }
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      if (equals < 0 && i == words.size()) {
        throw new IOException("spark-submit's option " + word + " has no value");
      }
      String name = equals < 0 ? word : word.substring(0, equals);
      String value = equals < 0 ? words.get(i++) : word.substring(equals + 1);
      switch (name) {
        case "--jars" -> jars = Optional.of(value);
        case "--conf", "-c" -> putSetting(own, value);
        default -> options.addAll(List.of(name, value));
      }
      file = name.equals("--properties-file") ? Path.of(value) : file;
      Optional.ofNullable(KEYS.get(name)).ifPresent(key -> implied.put(key, value));
    }
    application.addAll(words.subList(i, words.size()));
    if (options.contains(LOAD_DEFAULTS)) {
      settings.putAll(read(defaults, false));
    }
    settings.putAll(read(file, !file.equals(defaults)));
    // "--jars" counts before "--conf spark.jars", wherever it stands.
    jars.ifPresent(list -> own.put(JARS, list));
    settings.putAll(own);
    settings.putAll(implied);
    added.putAll(own);
  }

  private static void putSetting(Map<String, String> own, String text) throws IOException {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IOException("spark-submit's option --conf is '" + text + "', not KEY=VALUE");
    }
    own.put(text.substring(0, equals), text.substring(equals + 1));
  }

  private static Map<String, String> read(Path file, boolean required) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    if (!required && !Files.exists(file)) {
      return values;
    }
    Properties properties = new Properties();
    // As Spark's, this reader replaces bytes that are not valid in UTF-8.
    try (Reader text = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
      properties.load(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + file + "' is no properties file: " + e.getMessage(), e);
    } catch (IOException e) {
      String reason =
          e instanceof NoSuchFileException
              ? "there is no such file"
              : CliException.of(e).getMessage();
      throw new IOException(
          "spark-submit's properties file '" + file + "' cannot be read: " + reason, e);
    }
    for (String key : properties.stringPropertyNames()) {
      values.put(key, properties.getProperty(key).strip());
    }
    return values;
  }

  /** Returns what holds for a key of Spark; empty where only Spark's own default does. */
  public Optional<String> setting(String key) {
    return Optional.ofNullable(settings.get(key));
  }

  /** Returns what the application's settings say to Hadoop. */
  public Map<String, String> hadoop() {
    Map<String, String> keys = new LinkedHashMap<>();
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP)) {
            keys.put(key.substring(HADOOP.length()), value);
          }
        });
    return keys;
  }

  /** Returns whether the driver runs on the cluster and not in the process that submits. */
  public boolean clusterMode() {
    return setting(DEPLOY_MODE).orElse("client").equals("cluster");
  }

  /**
   * Returns whether {@code spark-submit} gives 0 only if the application has succeeded. With a
   * driver on the cluster that is so on YARN, unless {@code spark-submit} does not wait. Of a
   * standalone cluster and of Kubernetes it gives 0 however an application ends that it waits for.
   */
  public boolean showsSuccess() {
    return !clusterMode()
        || setting(MASTER).orElse("").equals("yarn")
            && Boolean.parseBoolean(setting(YARN_WAIT).orElse("true"));
  }

  /** Returns whether the call runs an application, and does not only print help or a version. */
  public boolean runsApplication() {
    return !application.isEmpty();
  }

  /** Returns the name to report: the application's file, without its directory. */
  public String name() {
    return setting("spark.app.name")
        .orElseGet(
            () -> {
              String file = application.get(0);
              return file.substring(file.lastIndexOf('/') + 1);
            });
  }

  /** Sets a key, in place of what held for it. */
  public void set(String key, String value) {
    settings.put(key, value);
    added.put(key, value);
  }

  /** Adds an element to a key whose value is a list with commas, unless it is there. */
  public void add(String key, String element) {
    String list = settings.getOrDefault(key, "");
    if (!List.of(list.split(",")).contains(element)) {
      set(key, list.isBlank() ? element : list + "," + element);
    }
  }

  /**
   * Adds a jar for the driver and the executors. A jar of Situ for the same Spark and Scala that is
   * listed already, of any version and on any file system, stands in for it.
   *
   * @return false if another one stands in
   */
  public boolean addJar(Path jar) {
    Optional<String> artifact = artifact(jar.toString());
    boolean listed =
        Stream.of(settings.getOrDefault(JARS, "").split(","))
            .map(SubmitArguments::artifact)
            .anyMatch(one -> one.isPresent() && one.equals(artifact));
    if (!listed) {
      add(JARS, jar.toString());
    }
    return !listed;
  }

  private static Optional<String> artifact(String jar) {
    Matcher name = SITU_JAR.matcher(jar.strip());
    return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
  }

  /** Returns whether Spark brings jars of the submitting host to the driver. */
  public boolean sendsJars() {
    String master = setting(MASTER).orElse("");
    return !clusterMode()
        || master.equals("yarn")
        || master.startsWith("k8s://") && setting(UPLOAD_DIRECTORY).isPresent();
  }

  /** Returns the arguments to call {@code spark-submit} with. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    added.forEach(
        (key, value) -> {
          if (key.equals(JARS)) {
            words.addAll(List.of("--jars", value));
          } else {
            words.addAll(List.of("--conf", key + "=" + value));
          }
        });
    // Options of their own count before "--conf", as in spark-submit.
    words.addAll(options);
    words.addAll(application);
    return words;
  }
}
