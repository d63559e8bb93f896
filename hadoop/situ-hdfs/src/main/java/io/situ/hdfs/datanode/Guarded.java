package io.situ.hdfs.datanode;

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
 * to Hadoop's own dataset else. Made while it runs, because the interface differs between Hadoop's
 * versions.
 */
final class Guarded implements InvocationHandler {

  private record Guard(Object object, Method method) {}

  private final LinkedReplicas replicas;
  private final Map<Method, Guard> guards = new HashMap<>();

  private Guarded(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  /**
   * @throws IllegalStateException if a method of a guard answers to none of the dataset, as after a
   *     change in Hadoop
   */
  static FsDatasetSpi<?> dataset(LinkedReplicas replicas, List<Object> guards) {
    Guarded handler = new Guarded(replicas);
    for (Object guard : guards) {
      for (Method method : guard.getClass().getDeclaredMethods()) {
        if (method.isAnnotationPresent(Guards.class)) {
          handler.guards.put(counterpart(method), new Guard(guard, method));
        }
      }
    }
    return (FsDatasetSpi<?>)
        Proxy.newProxyInstance(
            Guarded.class.getClassLoader(), new Class<?>[] {FsDatasetSpi.class}, handler);
  }

  /** The linked replicas behind a dataset; empty if it is not guarded, or null. */
  static Optional<LinkedReplicas> replicas(FsDatasetSpi<?> dataset) {
    boolean guarded =
        dataset != null
            && Proxy.isProxyClass(dataset.getClass())
            && Proxy.getInvocationHandler(dataset) instanceof Guarded;
    return guarded
        ? Optional.of(((Guarded) Proxy.getInvocationHandler(dataset)).replicas)
        : Optional.empty();
  }

  private static Method counterpart(Method method) {
    try {
      return FsDatasetSpi.class.getMethod(method.getName(), method.getParameterTypes());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "this Hadoop's datasets have no " + method.getName() + " as Situ guards it", e);
    }
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Guard guard = guards.get(method);
    try {
      return guard == null
          ? method.invoke(replicas.stock(), arguments)
          : guard.method().invoke(guard.object(), arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
