// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.datanode.replica.BlockLocks;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkSources;
import io.situ.storage.StoreException;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;

/** Stores that fail while a block is read, which is no fault of the block. */
class FailingReadsTest extends LinkedClusterFixture {

  private static final int LENGTH = 3 << 20;

  private static ReadInterceptor interceptor(LinkSources sources) {
    DataNode node = linked.cluster().getDataNodes().get(0);
    LinkedReplicas guarded = DatasetInterceptor.replicas(node.getFSDataset()).orElseThrow();
    return new ReadInterceptor(
        new LinkedReplicas(guarded.stock(), node, sources, new BlockLocks()));
  }

  /** A store that fails from the second read on. */
  private static LinkSources failing() {
    return failing(Fault.on(StoreOperation.Kind.READ).skip(1));
  }

  private static LinkSources failing(Fault reads) {
    return new LinkSources(
        name ->
            new FaultInjectingStore(
                SituStores.open(name, linked.cluster().getConfiguration(0)),
                1,
                reads.fails(StoreException.Kind.UNAVAILABLE)));
  }

  private static ExtendedBlock attach(String name, String checksums) throws Exception {
    linked.write("on1/" + name + "/object", LENGTH);
    Map<String, String> settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
    settings.put("fs.situ.hdfs.checksums", checksums);
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/" + name)) {
      service.attach(
          LinkedCluster.tree("/on1/" + name),
          LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on1/" + name).iterator());
    }
    return new LinkRequests(linked).block("/" + name + "/object");
  }

  @Test
  void bytesThatAreNotReadNowAreNoReasonToCallAReplicaBad() throws Exception {
    ExtendedBlock block = attach("bytes", "eager");
    try (LinkSources sources = failing();
        InputStream in = interceptor(sources).getBlockInputStream(block, 0)) {
      assertThat(in.readNBytes(1)).hasSize(1);

      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageStartingWith(block.getBlockName() + " cannot be read now: ");
    }
  }

  @Test
  void norAreChecksumsThatAreComputed() throws Exception {
    ExtendedBlock block = attach("sums", "lazy");
    try (LinkSources sources = failing();
        InputStream in = interceptor(sources).getMetaDataInputStream(block)) {
      assertThatThrownBy(in::readAllBytes).isInstanceOf(FileNotFoundException.class);
    }
  }

  /** Hadoop serves bytes whose checksums it cannot read with zeros in their place. */
  @Test
  void noBytesAreGivenWithoutTheirChecksums() throws Exception {
    ExtendedBlock block = attach("both", "lazy");
    ExtendedBlock other = attach("other", "lazy");
    try (LinkSources sources = failing(Fault.on(StoreOperation.Kind.READ).times(1))) {
      ReadInterceptor interceptor = interceptor(sources);
      try (InputStream sums = interceptor.getMetaDataInputStream(block);
          InputStream bytes = interceptor.getBlockInputStream(block, 0)) {
        assertThat(sums.readNBytes(BlockChecksums.header().length)).isNotEmpty();
        assertThatThrownBy(sums::read).isInstanceOf(FileNotFoundException.class);

        assertThatThrownBy(bytes::read)
            .isExactlyInstanceOf(IOException.class)
            .hasMessageStartingWith(block.getBlockName() + " is not read without its checksums: ");
      }
      try (InputStream later = interceptor.getBlockInputStream(block, 0)) {
        assertThat(later.read()).as("with no checksums of its own").isNotNegative();
      }
      try (InputStream sums = interceptor.getMetaDataInputStream(block);
          InputStream later = interceptor.getBlockInputStream(other, 0)) {
        assertThat(sums.readAllBytes()).isNotEmpty();
        assertThat(later.read()).isNotNegative();
      }
    }
  }

  @Test
  void anObjectThatEndsTooEarlyIs() throws Exception {
    ExtendedBlock block = attach("short", "eager");
    Path object = linked.home().resolve("on1/short/object");
    LinkSources whole =
        new LinkSources(name -> SituStores.open(name, linked.cluster().getConfiguration(0)));
    try (whole;
        InputStream in = interceptor(whole).getBlockInputStream(block, 0)) {
      assertThat(in.readNBytes(1)).hasSize(1);
      Files.write(object, new byte[2]);

      assertThatThrownBy(in::readAllBytes).isInstanceOf(EOFException.class);
    }
  }
}
