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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The guide's table of keys is made from the code: run with {@code -Dsitu.write.guide=true} to
 * rewrite it.
 */
class ConfigurationGuideTest {

  private static final Path GUIDE = Path.of("../../docs/guide/configuration.md");

  private static final String HEAD =
      """
      # Configuration

      `situ:///path` needs none. A store with a name, `situ://NAME/path`, needs `fs.situ.store.NAME.root`.
      The file system's keys may be set for all stores as `fs.situ.KEY` and for one as
      `fs.situ.store.NAME.KEY`. A driver's keys are set for one store, or as `fs.situ.KEY` for `situ:///`.
      This page is made from the code; the keys of Spark are in [Spark](spark.md).

      A size is a number of bytes, or has a unit: `k`, `m`, `g`, `t`, `p` or `e` for powers of 1024. A
      duration has a unit too: `ns`, `us`, `ms`, `s`, `m` or `min`, `h` or `d`. Words and units may be
      in either case, elements of a list may have blanks around them, and a blank value is as good as
      none. A value that is not valid is refused, with its key and what it must be.

      A plain path (`/mnt/vol/in`, `situ:///mnt/vol/in`) below the root of a store with a name takes that
      store's settings: its driver and the driver's keys, its `inventory` and its `block.size`. Of several
      roots above a path the longest counts, and of two stores with the same root the first by name. A
      mount further down that has a driver of its own is served by that driver. Roots are compared by
      their text: a root that is reached by another name, through a symbolic link, is not recognized. The
      path stays a path of the host: links may lead out of the store's root, and names may be renamed
      across it.

      """;

  private static final String PRIVILEGED =
      """

      ## Privileged keys

      Values that name a program, credentials, or what a program or credentials are used with: who sets
      one acts with the rights of the process that reads it. They are marked **privileged** below. Where a
      process serves several users (HiveServer2, a Spark Thrift server, HttpFS, a NodeManager, a DataNode)
      a session or a job may set any key of Hadoop's configuration, so there a privileged key counts only

      - if a site file on the class path of that process, such as `core-site.xml`, sets it to the same
        value (`hive-site.xml` and `spark-defaults.conf` are not such files; the sources that a
        configuration names for its values are not believed), or
      - if `fs.situ.session.keys.allowed` in such a file lists it.

      Else the store does not open, and the sentence names the key. A process that works for one user
      only, the one it runs as, takes them from anywhere: `situ`, `hadoop fs` and `hadoop distcp` are
      known as such, any other is started with `java -Dsitu.single.user=true`, for instance by
      `HADOOP_OPTS`, as an option of the command line (a system property that is set later is not looked
      at). `situ run` passes it on to the application master and the tasks of a job that has privileged
      keys. For a plain `hadoop jar` and for Spark, set the keys in the site files of all hosts, or pass
      the option on by `mapreduce.map.java.opts`, `mapreduce.reduce.java.opts` and
      `yarn.app.mapreduce.am.command-opts`, or by `spark.driver.extraJavaOptions` and
      `spark.executor.extraJavaOptions`. Keep such options out of services' defaults: they make every
      session's word the service's own.

      A session may describe a store of its own by ordinary keys such as `root`. It reads and writes there
      with the rights of the process, as it would through `file:` or `situ:///`; a service that must not
      lend these leaves Situ out of its class path, or keeps users from setting the keys at all. In Hive:

      ```
      hive.conf.restricted.list=fs.situ.,situ.mapreduce.launch.,fs.defaultFS,mapreduce.map.java.opts,mapreduce.reduce.java.opts,mapred.child.java.opts,yarn.app.mapreduce.am.command-opts
      ```

      """;

  @Test
  void listsEveryKey() throws IOException {
    if (Boolean.getBoolean("situ.write.guide")) {
      Files.writeString(GUIDE, guide());
    }
    assertThat(Files.readString(GUIDE)).isEqualTo(guide());
  }

  private static String guide() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("## The file system\n\n").append(table(SituKeys.ALL));
    page.append("\n## A process\n\nFrom site files only.\n\n");
    page.append(table(SituKeys.OF_PROCESS));
    page.append(PRIVILEGED.stripTrailing()).append("\n");
    page.append("\n## Every driver\n\n").append(table(List.of(StoreRegistry.DRIVER)));
    StoreRegistry finder = StoreRegistry.of(ConfigurationGuideTest.class.getClassLoader());
    for (StoreProvider provider : finder.providers()) {
      // Of tests, which the tool does not have.
      if (!provider.driver().equals("memory")) {
        page.append("\n## Driver `").append(provider.driver()).append("`\n\n");
        page.append(table(provider.keys()));
      }
    }
    page.append("\n## Jobs of MapReduce\n\n[More](mapreduce.md).\n\n").append(table(JobKeys.all()));
    page.append("\n## Files attached to HDFS\n\n[More](../operate/hdfs.md).\n\n");
    return page.append(table(HdfsKeys.all())).toString();
  }

  private static String table(List<ConfigKey<?>> keys) {
    List<ConfigKey<?>> sorted = new ArrayList<>(keys);
    sorted.sort(Comparator.comparing(ConfigKey::name));
    StringBuilder table =
        new StringBuilder("| Key | Value | Default | What it says |\n|---|---|---|---|\n");
    for (ConfigKey<?> key : sorted) {
      table.append("| `").append(key.name()).append("` | ");
      table.append(key.type().allowed()).append(" | ");
      table.append(key.defaultText().map(value -> "`" + value + "`").orElse("")).append(" | ");
      table.append(key.privileged() ? "**privileged** " : "");
      table.append(key.description()).append(" |\n");
    }
    return table.toString();
  }
}
