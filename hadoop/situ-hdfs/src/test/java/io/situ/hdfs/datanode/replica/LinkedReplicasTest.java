// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.server.datanode.FinalizedProvidedReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas on volumes of type PROVIDED, which have no files of this host. */
class LinkedReplicasTest {

  @TempDir private Path scratch;

  private static ReplicaInfo provided(URI file) throws IOException {
    Configuration conf = new Configuration(false);
    return new FinalizedProvidedReplica(
        7, file, 0, 100, 1, null, null, conf, FileSystem.getLocal(conf));
  }

  @Test
  void areOrdinary() throws IOException {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), scratch.resolve("file"));
    for (URI file : new URI[] {URI.create("s3a://bucket/file"), link.toUri()}) {
      ReplicaInfo replica = provided(file);

      assertThat(LinkedReplicas.metadata(replica)).isEmpty();
      assertThat(LinkedReplicas.isSymbolicLink(replica)).isFalse();
    }
  }
}
