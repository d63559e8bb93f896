// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hdfs.datanode.endpoint.LinkEndpoint;
import io.situ.hdfs.datanode.endpoint.LinkRequestHandler;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets {@code situ attach} give a DataNode blocks whose bytes are part of objects. To be named as
 * {@code dfs.datanode.plugins}, together with {@link SituDatasetFactory}: without that it does not
 * start, because nothing would keep writes away from the objects.
 */
public final class SituDataNodePlugin implements ServicePlugin {

  private static final Logger LOG = LoggerFactory.getLogger(SituDataNodePlugin.class);

  private static final String FACTORY = "dfs.datanode.fsdataset.factory";

  private LinkEndpoint endpoint;

  @Override
  public void start(Object service) {
    DataNode datanode = (DataNode) service;
    Configuration conf = datanode.getConf();
    if (conf.getClass(FACTORY, null) != SituDatasetFactory.class) {
      throw new IllegalStateException(
          "Situ's plug-in needs " + FACTORY + "=" + SituDatasetFactory.class.getName());
    }
    try {
      SharedSecret secret = SharedSecret.of(conf);
      InetSocketAddress address = LinkEndpoint.address(conf, datanode.getXferAddress());
      endpoint =
          LinkEndpoint.open(
              address, secret, datanode::getDatanodeUuid, new LinkRequestHandler(datanode));
      LOG.info("blocks can be linked through {}", endpoint.address());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    if (endpoint != null) {
      endpoint.close();
      endpoint = null;
    }
  }

  @Override
  public void close() {
    stop();
  }
}
