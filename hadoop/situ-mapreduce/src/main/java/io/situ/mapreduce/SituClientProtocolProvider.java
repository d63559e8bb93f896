// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.hadoop.fs.config.ClientSecurity;
import io.situ.mapreduce.yarn.Framework;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;

/**
 * Brings in jobs submitted with {@code mapreduce.framework.name=situ}. They run on stock YARN or on
 * the stock local runner; what is added is a record of each job and a claim on its output.
 */
public final class SituClientProtocolProvider extends ClientProtocolProvider {

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    if (!JobKeys.FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return null;
    }
    JobKeys.check(conf);
    ClientProtocol stock = Framework.of(conf) == Framework.YARN ? yarn(conf) : local(conf);
    return recording(stock, conf);
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration conf) throws IOException {
    return create(conf);
  }

  @Override
  public void close(ClientProtocol protocol) throws IOException {
    if (Proxy.isProxyClass(protocol.getClass())
        && Proxy.getInvocationHandler(protocol) instanceof SituClientProtocol recording
        && recording.delegate() instanceof YARNRunner yarn) {
      yarn.close();
    }
  }

  /**
   * The configuration is that of a job before its files are uploaded. Hadoop's own client would try
   * for a quarter of an hour without credentials.
   */
  private static ClientProtocol yarn(Configuration conf) throws IOException {
    ResourceManagers.requireNamed(conf);
    ClientSecurity.requireCredentials(conf);
    LaunchConf.addJars(conf);
    return new YARNRunner(conf);
  }

  private static ClientProtocol local(Configuration conf) throws IOException {
    conf.setInt(MRJobConfig.NUM_MAPS, 1);
    return new LocalJobRunner(conf);
  }

  private static ClientProtocol recording(ClientProtocol delegate, Configuration conf) {
    return (ClientProtocol)
        Proxy.newProxyInstance(
            SituClientProtocolProvider.class.getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            new SituClientProtocol(delegate, conf));
  }
}
