package io.situ.hdfs.datanode;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;

/**
 * A dataset whose calls go to the guard where it has a method of the same name and parameters, and
 * to Hadoop's own dataset else. Made while it runs, because the interface differs between Hadoop's
 * versions.
 */
final class Guarded implements InvocationHandler {

  private final Object stock;
  private final Object guard;
  private final Map<Method, Method> guards = new HashMap<>();

  private Guarded(Object stock, Object guard) {
    this.stock = stock;
    this.guard = guard;
  }

  /**
   * @throws IllegalStateException if a method of the guard answers to none of the dataset, as after
   *     a change in Hadoop
   */
  static FsDatasetSpi<?> dataset(FsDatasetSpi<?> stock, DatasetGuard guard) {
    Guarded handler = new Guarded(stock, guard);
    for (Method method : DatasetGuard.class.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Guards.class)) {
        handler.guards.put(handler.counterpart(method), method);
      }
    }
    return (FsDatasetSpi<?>)
        Proxy.newProxyInstance(
            Guarded.class.getClassLoader(), new Class<?>[] {FsDatasetSpi.class}, handler);
  }

  private Method counterpart(Method method) {
    try {
      return FsDatasetSpi.class.getMethod(method.getName(), method.getParameterTypes());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "this Hadoop's datasets have no " + method.getName() + " as Situ guards it", e);
    }
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Method guarded = guards.get(method);
    try {
      return guarded == null ? method.invoke(stock, arguments) : guarded.invoke(guard, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
