// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.datanode.intercept.DatasetInterceptor;
import io.situ.hdfs.datanode.intercept.InterceptorTable;
import io.situ.hdfs.datanode.intercept.WritePolicy;
import io.situ.hdfs.datanode.replica.BlockLocks;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkSources;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;

/**
 * Makes a DataNode's dataset: Hadoop's own, behind a guard that serves linked blocks from the
 * objects they are part of and keeps every write away from those. To be named as {@code
 * dfs.datanode.fsdataset.factory}.
 */
public final class SituDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {

  @Override
  public FsDatasetSpi<?> newInstance(DataNode datanode, DataStorage storage, Configuration conf)
      throws IOException {
    InterceptorTable table = InterceptorTable.ofThisHadoop();
    WritePolicy policy = WritePolicy.of(conf);
    FsDatasetSpi<?> stock = new FsDatasetFactory().newInstance(datanode, storage, conf);
    LinkSources sources =
        new LinkSources(name -> SituStores.open(name, conf), new AllowedStores(datanode::getConf));
    LinkedReplicas replicas = new LinkedReplicas(stock, datanode, sources, new BlockLocks());
    return DatasetInterceptor.dataset(replicas, table, policy);
  }
}
