// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.LinkedReplicas;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;

/**
 * A dataset whose calls go to a guard where one has a method of the same name and parameters, and
 * to Hadoop's own dataset where that is known to be safe. Made while it runs, because the interface
 * differs between Hadoop's versions.
 */
public final class DatasetInterceptor implements InvocationHandler {

  private final LinkedReplicas replicas;
  private final InterceptorTable table;
  private final Map<Class<?>, Object> guards = new HashMap<>();

  private DatasetInterceptor(LinkedReplicas replicas, InterceptorTable table) {
    this.replicas = replicas;
    this.table = table;
  }

  /** Returns a dataset that is guarded by one object of each class of guards. */
  public static FsDatasetSpi<?> dataset(
      LinkedReplicas replicas, InterceptorTable table, WritePolicy policy) {
    DatasetInterceptor handler = new DatasetInterceptor(replicas, table);
    for (Object guard :
        List.of(
            new ReadInterceptor(replicas),
            new WriteInterceptor(replicas, policy),
            new VolumeInterceptor(replicas),
            new ReplicaInterceptor(replicas))) {
      handler.guards.put(guard.getClass(), guard);
    }
    return (FsDatasetSpi<?>)
        Proxy.newProxyInstance(
            DatasetInterceptor.class.getClassLoader(),
            new Class<?>[] {FsDatasetSpi.class},
            handler);
  }

  /** The linked replicas behind a dataset; empty if it is not guarded, or null. */
  public static Optional<LinkedReplicas> replicas(FsDatasetSpi<?> dataset) {
    boolean guarded =
        dataset != null
            && Proxy.isProxyClass(dataset.getClass())
            && Proxy.getInvocationHandler(dataset) instanceof DatasetInterceptor;
    return guarded
        ? Optional.of(((DatasetInterceptor) Proxy.getInvocationHandler(dataset)).replicas)
        : Optional.empty();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Method guard = table.guard(method);
    try {
      return guard == null
          ? method.invoke(replicas.stock(), arguments)
          : guard.invoke(guards.get(guard.getDeclaringClass()), arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
