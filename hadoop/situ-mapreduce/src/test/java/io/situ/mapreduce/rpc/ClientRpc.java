// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.rpc;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/** An RPC of tests that makes clients only. */
abstract class ClientRpc extends YarnRPC {

  @Override
  public void stopProxy(Object proxy, Configuration conf) {}

  @Override
  @SuppressWarnings("rawtypes")
  public Server getServer(
      Class protocol,
      Object instance,
      InetSocketAddress address,
      Configuration conf,
      SecretManager<? extends TokenIdentifier> secrets,
      int handlers,
      String portRange) {
    return null;
  }
}
