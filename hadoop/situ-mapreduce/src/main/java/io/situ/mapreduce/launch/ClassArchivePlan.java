// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import io.situ.mapreduce.jobfile.SubmittedJob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;

/**
 * Has the processes of a job on YARN start with an archive of loaded classes, where one is kept. A
 * JVM that finds the archive unfit does without. In doubt the job starts as Hadoop starts it.
 */
public final class ClassArchivePlan {

  /**
   * Keys of a client's configuration that the stock runner reads when it gets a job, and that have
   * other values from {@link #apply} until then; the single user's mark is in one of them too.
   */
  public static final List<String> CLIENT_KEYS =
      Stream.concat(LocalizedFiles.KEYS.stream(), Stream.of(MRJobConfig.MR_AM_COMMAND_OPTS))
          .toList();

  /** The archive's name in the directory of each process. */
  static final String LINK = "situ-classes.jsa";

  /** Options that say where classes come from, or that an archive does not go with. */
  private static final List<String> OTHER_CLASSES =
      List.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-jar",
          "-Xshare",
          "SharedArchive",
          "SharedClassList",
          "DumpLoadedClassList",
          "-javaagent",
          "-agentlib",
          "-agentpath",
          "-Xbootclasspath",
          "-module",
          "-Djava.system.class.loader",
          "-XX:Flags",
          "@");

  private static final List<String> OTHER_LAUNCHES =
      List.of(
          MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST,
          MRJobConfig.MAPREDUCE_JOB_CLASSLOADER,
          MRConfig.MAPREDUCE_APP_SUBMISSION_CROSS_PLATFORM,
          "yarn.is.minicluster");

  private static final List<String> ADMIN_OPTIONS =
      List.of(
          MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS,
          MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS,
          MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS);

  /** The configuration of the latest job of this process that has none that fits. */
  private static final AtomicReference<Configuration> WITHOUT = new AtomicReference<>();

  private final SubmittedJob job;
  private final Configuration client;
  private final Credentials credentials;

  private ClassArchivePlan(SubmittedJob job, Credentials credentials) {
    this.job = job;
    this.client = job.client();
    this.credentials = credentials;
  }

  /**
   * Decides, and puts what it means into the job's configuration and its client's.
   *
   * @param credentials of the job, by which hosts copy its files; the archive's file system may be
   *     one that the job has nothing else on
   * @return what was decided, as a sentence without its stop
   */
  public static String apply(SubmittedJob job, Credentials credentials) {
    try {
      return new ClassArchivePlan(job, credentials).apply();
    } catch (IOException | RuntimeException e) {
      return no("no archive can be used: " + e.getMessage());
    }
  }

  /**
   * Returns the configuration of a job of this process that would have started with an archive, if
   * one were kept that fits, and whose user lets the cluster make one.
   */
  public static Optional<Configuration> jobWithoutArchive() {
    return Optional.ofNullable(WITHOUT.get());
  }

  /**
   * Takes note of what became of a job that {@link #apply} was called for.
   *
   * @param client of the job
   * @param job as it was submitted
   * @param counters of the job, by group and name
   */
  public static void ended(
      Configuration client, Configuration job, Map<String, Map<String, Long>> counters) {
    if (ArchiveUse.isOutdated(job, counters)) {
      ask(client);
    }
  }

  private static void ask(Configuration client) {
    if (LaunchKeys.CLASSES.get(client::get) == LaunchKeys.Archives.AUTO) {
      WITHOUT.set(client);
    }
  }

  private static String no(String because) {
    return "started without a class archive: " + because;
  }

  private String apply() throws IOException {
    if (LaunchKeys.CLASSES.get(client::get) == LaunchKeys.Archives.OFF) {
      return no(LaunchKeys.CLASSES.name() + " is off");
    }
    Optional<String> objection = ofLaunch().or(this::ofEnvironment).or(this::ofAdminOptions);
    if (objection.isPresent()) {
      return no(objection.get());
    }
    KeptFiles files = KeptFiles.toRun(client);
    KeptArchives archives = KeptArchives.in(files);
    KeptArchives.Choice choice = archives.find(LaunchOrigin.of(client));
    if (choice.archive().isEmpty()) {
      ask(client);
      return no(choice.objection());
    }
    KeptArchives.Found found = choice.archive().get();
    Optional<String> shadow = LocalizedFiles.of(client).namedLike(found.note().roots());
    if (shadow.isPresent()) {
      return no("its file " + shadow.get() + " has a name that is in Hadoop's jars too");
    }
    return use(found, files, archives);
  }

  private Optional<String> ofLaunch() {
    return OTHER_LAUNCHES.stream()
        .filter(key -> client.getBoolean(key, false))
        .findFirst()
        .or(
            () ->
                Optional.of(MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH)
                    .filter(key -> !client.getTrimmed(key, "").isEmpty()))
        .map(key -> key + " is set");
  }

  /** Also such as {@code mapreduce.map.env.CLASSPATH}. */
  private Optional<String> ofEnvironment() {
    return LaunchOrigin.ENVIRONMENTS.stream()
        .filter(
            key ->
                Stream.of("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CONTAINER_RUNTIME")
                    .anyMatch(
                        word ->
                            client.get(key, "").contains(word)
                                || client.getPropsWithPrefix(key + ".").keySet().stream()
                                    .anyMatch(name -> name.contains(word))))
        .findFirst()
        .map(key -> key + " has its own class path, Java options or container");
  }

  private Optional<String> ofAdminOptions() {
    return ADMIN_OPTIONS.stream()
        .filter(key -> !isPlain(client.get(key, "")))
        .findFirst()
        .map(key -> key + " says where classes come from");
  }

  private static boolean isPlain(String options) {
    return Stream.of(options.replace("@taskid@", "").trim().split("\\s+"))
        .noneMatch(option -> OTHER_CLASSES.stream().anyMatch(option::contains));
  }

  private String use(KeptArchives.Found found, KeptFiles files, KeptArchives archives)
      throws IOException {
    String master = client.get(MRJobConfig.MR_AM_COMMAND_OPTS, "");
    String both = client.get(JobConf.MAPRED_TASK_JAVA_OPTS, JobConf.DEFAULT_MAPRED_TASK_JAVA_OPTS);
    String map = client.get(MRJobConfig.MAP_JAVA_OPTS, both);
    String reduce = client.get(MRJobConfig.REDUCE_JAVA_OPTS, both);
    if (!Stream.of(master, map, reduce).allMatch(ClassArchivePlan::isPlain)) {
      return no("its Java options say where classes come from");
    }
    boolean first = archives.markUsed(found);
    TokenCache.obtainTokensForNamenodes(credentials, new Path[] {found.file().getPath()}, client);
    if (!LocalizedFiles.of(client).add(found.file(), LINK, List.of(client, job.conf()))) {
      return no("the list of its files is not as Hadoop makes it");
    }
    if (first) {
      UnusedArchives.delete(files);
    }
    String options = options(found.note());
    boolean late =
        LaunchKeys.COMPILER.get(client::get)
            && Stream.concat(
                    Stream.of(master, map, reduce),
                    ADMIN_OPTIONS.stream().map(key -> client.get(key, "")))
                .noneMatch(LateCompiler::isSaidBy);
    addToAll(
        client,
        job.conf(),
        late ? options + " " + String.join(" ", LateCompiler.OPTIONS) : options);
    job.conf().set(ArchiveUse.ARCHIVE, found.file().getPath().toString());
    job.conf().setInt(ArchiveUse.JARS, found.note().classPath().size());
    return "started with a class archive: " + found.file().getPath();
  }

  /**
   * Adds options of Java for all processes of a job.
   *
   * @param master has those of the application master
   * @param tasks has those of maps and reduces
   */
  static void addToAll(Configuration master, Configuration tasks, String options) {
    String both = master.get(JobConf.MAPRED_TASK_JAVA_OPTS, JobConf.DEFAULT_MAPRED_TASK_JAVA_OPTS);
    add(master, MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS, options);
    for (String key : List.of(MRJobConfig.MAP_JAVA_OPTS, MRJobConfig.REDUCE_JAVA_OPTS)) {
      add(tasks, key, both.strip(), options);
    }
  }

  private static void add(Configuration conf, String key, String otherwise, String options) {
    conf.set(key, (conf.get(key, otherwise) + " " + options).strip());
  }

  /**
   * The archive is of use only if the class path begins as it did when it was made; what Hadoop
   * puts on it follows. An archive that is damaged is found out by its checksums.
   */
  static String options(ClassArchive note) {
    return "-Xshare:auto -XX:+VerifySharedSpaces -XX:SharedArchiveFile="
        + LINK
        + " -cp "
        + String.join(":", note.classPath())
        + ":$CLASSPATH";
  }
}
