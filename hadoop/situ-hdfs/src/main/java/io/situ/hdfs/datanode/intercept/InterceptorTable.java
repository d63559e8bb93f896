// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.util.VersionInfo;

/**
 * Which method of which guard stands before each method of a dataset. Made before a dataset is, so
 * that a DataNode with a dataset that is not known opens none. Thread-safe.
 */
public final class InterceptorTable {

  private static final List<Class<?>> GUARDS =
      List.of(
          ReadInterceptor.class,
          WriteInterceptor.class,
          VolumeInterceptor.class,
          ReplicaInterceptor.class);

  private final DatasetMethods known;
  private final Map<String, Method> guards;

  /** The decisions of methods that were called, so that each is looked up once. */
  private final Map<Method, DatasetMethods.Decision> decided = new ConcurrentHashMap<>();

  private InterceptorTable(DatasetMethods known, Map<String, Method> guards) {
    this.known = known;
    this.guards = guards;
  }

  /**
   * Returns the table for the Hadoop that runs.
   *
   * @throws IllegalStateException if its dataset has a method that is not known, or lacks one that
   *     a guard stands before
   */
  public static InterceptorTable ofThisHadoop() {
    return of(FsDatasetSpi.class, DatasetMethods.of(VersionInfo.getVersion()));
  }

  static InterceptorTable of(Class<?> dataset, DatasetMethods known) {
    known.refuseUnknown(dataset);
    Map<String, Method> guards = new HashMap<>();
    for (Class<?> guard : GUARDS) {
      for (Method method : guard.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Intercepts.class)) {
          refuseMisplaced(dataset, known, method);
          guards.put(DatasetMethods.signature(method), method);
        }
      }
    }
    for (Method method : dataset.getMethods()) {
      if (known.decision(method) == DatasetMethods.Decision.GUARDED
          && !guards.containsKey(DatasetMethods.signature(method))) {
        throw new IllegalStateException("no guard stands before " + method);
      }
    }
    return new InterceptorTable(known, guards);
  }

  private static void refuseMisplaced(Class<?> dataset, DatasetMethods known, Method guard) {
    try {
      Method method = dataset.getMethod(guard.getName(), guard.getParameterTypes());
      if (known.decision(method) != DatasetMethods.Decision.GUARDED) {
        throw new IllegalStateException("a guard stands before " + method);
      }
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "this Hadoop's datasets have no " + guard.getName() + " as Situ guards it", e);
    }
  }

  /**
   * Returns the guard's method that stands before one of the dataset, or null if the call is passed
   * on.
   *
   * @throws IllegalStateException if the method is not known
   */
  Method guard(Method method) {
    if (method.getDeclaringClass() == Object.class) {
      return null;
    }
    return decided.computeIfAbsent(method, known::decision) == DatasetMethods.Decision.GUARDED
        ? guards.get(DatasetMethods.signature(method))
        : null;
  }
}
