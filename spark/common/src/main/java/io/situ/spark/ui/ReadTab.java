// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.util.kvstore.KVStore;

/** The tab "Situ": one page with what tasks read from stores by distance. */
public final class ReadTab extends SparkUITab {

  private final Supplier<ReadSummary> reads;

  private ReadTab(SparkUI ui, Supplier<ReadSummary> reads) {
    super(ui, "situ");
    this.reads = reads;
    attachPage(new ReadPage(this));
  }

  /** Adds the tab to the UI of a running application; without a UI it does nothing. */
  public static void addTo(SparkContext context) {
    if (context.ui().isDefined()) {
      ReadListener listener = new ReadListener(context.getConf());
      context.addSparkListener(listener);
      SparkUI ui = context.ui().get();
      ui.attachTab(new ReadTab(ui, listener::summary));
    }
  }

  /** Adds the tab to the UI of an application in the History Server, if there is anything. */
  static void addTo(SparkUI ui) {
    Optional<ReadSummary> stored = stored(ui.store().store());
    if (stored.isPresent() && !stored.get().hasNothing()) {
      ui.attachTab(new ReadTab(ui, stored::get));
    }
  }

  private static Optional<ReadSummary> stored(KVStore store) {
    try {
      return Optional.of(store.read(ReadSummary.class, ReadSummary.KEY));
    } catch (NoSuchElementException e) {
      return Optional.empty();
    } catch (Exception e) {
      throw new IllegalStateException("the store of the History Server cannot be read: " + e, e);
    }
  }

  /** Returns the page as it is now. */
  <T> T page(Object request, Class<T> nodes) {
    return PageFrame.page(request, this, nodes, ReadTables.html(reads.get()));
  }
}
