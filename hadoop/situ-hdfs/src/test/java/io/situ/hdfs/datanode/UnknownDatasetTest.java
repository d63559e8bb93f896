// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.DataNodeProcess;
import io.situ.hdfs.cluster.LinkedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.StubMethod;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A DataNode of a Hadoop whose datasets can do what no guard knows. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class UnknownDatasetTest {

  @TempDir private Path scratch;

  @Test
  void endsAndNamesTheMethod() throws Exception {
    Path classes = Files.createDirectory(scratch.resolve("classes"));
    new ByteBuddy()
        .redefine(FsDatasetSpi.class)
        .defineMethod("appendInPlace", void.class, Visibility.PUBLIC)
        .withParameters(ExtendedBlock.class)
        .intercept(StubMethod.INSTANCE)
        .make()
        .saveIn(classes.toFile());
    Files.writeString(
        classes.resolve("log4j.properties"),
        """
        log4j.rootLogger=WARN, out
        log4j.appender.out=org.apache.log4j.ConsoleAppender
        log4j.appender.out.layout=org.apache.log4j.PatternLayout
        log4j.appender.out.layout.ConversionPattern=%p %m%n
        """);
    try (LinkedCluster linked = new LinkedCluster(scratch.resolve("cluster"))) {
      Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
      conf.set("dfs.datanode.hostname", "node4");

      try (DataNodeProcess datanode =
          new DataNodeProcess(Files.createDirectory(scratch.resolve("node4")), conf, classes)) {
        assertThat(datanode.process().waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
      }
      assertThat(scratch.resolve("node4/datanode.log"))
          .content()
          .contains(
              "does not know what"
                  + " appendInPlace(org.apache.hadoop.hdfs.protocol.ExtendedBlock)");
      assertThat(linked.hdfs().getDataNodeStats()).hasSize(3);
    }
  }
}
