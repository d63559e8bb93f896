// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import org.apache.spark.Aggregator;
import org.apache.spark.InterruptibleIterator;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.TaskContext;
import org.apache.spark.util.collection.ExternalSorter;
import scala.Option;
import scala.Product2;
import scala.collection.Iterator;

/** Sorts and combines the records of a reduce task as its dependency asks, with Spark's classes. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class RecordCombiner<K, C> {

  private final ShuffleDependency<K, ?, C> dependency;
  private final TaskContext context;

  RecordCombiner(ShuffleDependency<K, ?, C> dependency, TaskContext context) {
    this.dependency = dependency;
    this.context = context;
  }

  Iterator<Product2<K, C>> combine(Iterator<Product2<Object, Object>> records) {
    Iterator result;
    if (dependency.keyOrdering().isDefined()) {
      result = sorter().insertAllAndUpdateMetrics((Iterator) records);
    } else if (dependency.aggregator().isDefined()) {
      Aggregator aggregator = dependency.aggregator().get();
      result =
          dependency.mapSideCombine()
              ? aggregator.combineCombinersByKey(records, context)
              : aggregator.combineValuesByKey(records, context);
    } else {
      result = records;
    }
    return result instanceof InterruptibleIterator
        ? result
        : new InterruptibleIterator(context, result);
  }

  /** Spark 4.1 added a parameter, an array that is empty for reduce tasks. */
  private ExternalSorter sorter() {
    Constructor<?> constructor = ExternalSorter.class.getConstructors()[0];
    Object[] arguments = new Object[constructor.getParameterCount()];
    arguments[0] = context;
    arguments[1] = aggregator();
    arguments[2] = Option.empty();
    arguments[3] = dependency.keyOrdering();
    arguments[4] = dependency.serializer();
    for (int i = 5; i < arguments.length; i++) {
      arguments[i] = Array.newInstance(constructor.getParameterTypes()[i].getComponentType(), 0);
    }
    try {
      return (ExternalSorter) constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Spark's sorter has changed", e);
    }
  }

  private Option<Aggregator> aggregator() {
    Option<Aggregator> said = (Option) dependency.aggregator();
    if (said.isEmpty() || !dependency.mapSideCombine()) {
      return said;
    }
    Aggregator of = said.get();
    return Option.apply(
        new Aggregator(combined -> combined, of.mergeCombiners(), of.mergeCombiners()));
  }
}
