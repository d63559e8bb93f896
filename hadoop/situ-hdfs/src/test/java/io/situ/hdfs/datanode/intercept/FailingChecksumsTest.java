// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.datanode.replica.BlockLocks;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkSources;
import io.situ.storage.StoreException;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that fails once while a client reads a block whose checksums are computed for it. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class FailingChecksumsTest {

  private static final int LENGTH = 1 << 20;
  private static final int FILES = 4;

  /** Which of the next reads fails, counted from 1. */
  private static final AtomicInteger FAILING = new AtomicInteger();

  @TempDir static Path scratch;
  @AutoClose private static LinkedCluster linked;

  /** The plug-in that links blocks starts with no other dataset than Situ's own. */
  @BeforeAll
  static void start() throws IOException {
    try (LinkedCluster before =
        new LinkedCluster(scratch, Map.of("fs.situ.hdfs.checksums", "lazy"))) {
      for (int i = 1; i <= FILES; i++) {
        before.write("on1/tree/" + i, LENGTH);
      }
      before.attach("/on1/tree", "/tree");
    }
    Map<String, String> settings =
        Map.of(
            "dfs.datanode.plugins", "", "dfs.datanode.fsdataset.factory", Factory.class.getName());
    linked = new LinkedCluster(scratch, settings, builder -> builder.format(false));
    linked.cluster().triggerBlockReports();
  }

  /** Makes datasets whose stores fail. */
  public static final class Factory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {

    @Override
    public FsDatasetSpi<?> newInstance(DataNode datanode, DataStorage storage, Configuration conf)
        throws IOException {
      Fault fault = Fault.on(Factory::fails).fails(StoreException.Kind.UNAVAILABLE);
      LinkSources sources =
          new LinkSources(name -> new FaultInjectingStore(SituStores.open(name, conf), 1, fault));
      FsDatasetSpi<?> stock = new FsDatasetFactory().newInstance(datanode, storage, conf);
      return DatasetInterceptor.dataset(
          new LinkedReplicas(stock, datanode, sources, new BlockLocks()),
          InterceptorTable.ofThisHadoop(),
          WritePolicy.of(conf));
    }

    private static boolean fails(StoreOperation operation) {
      return operation.kind() == StoreOperation.Kind.READ && FAILING.decrementAndGet() == 0;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void isNoReasonToCallAReplicaBad(int failing) throws Exception {
    FAILING.set(failing);

    assertThat(linked.read("/tree/" + failing)).isEqualTo(LinkedCluster.bytes(LENGTH));

    assertThat(FAILING).as("it has failed").hasNonPositiveValue();
    linked.cluster().triggerHeartbeats();
    assertThat(linked.cluster().getNamesystem().getCorruptReplicaBlocks()).isZero();
  }
}
