// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import scala.collection.immutable.List;
import scala.collection.immutable.Nil$;
import scala.runtime.BoxedUnit;

/**
 * Adds the tab to applications in the History Server, which finds it by {@code META-INF/services}.
 * What it returns is of the type that is a sequence of either line of Spark.
 */
public final class ReadHistoryPlugin implements AppHistoryServerPlugin {

  @Override
  @SuppressWarnings("unchecked")
  public List<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
    ReadListener listener = new ReadListener(conf);
    store.onFlush(
        () -> {
          store.write(listener.summary());
          return BoxedUnit.UNIT;
        });
    return (List<SparkListener>) (List<?>) Nil$.MODULE$.$colon$colon(listener);
  }

  @Override
  public void setupUI(SparkUI ui) {
    ReadTab.addTo(ui);
  }
}
