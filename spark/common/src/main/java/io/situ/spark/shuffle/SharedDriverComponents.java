// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.shuffle.api.ShuffleDriverComponents;
import org.apache.spark.shuffle.sort.io.LocalDiskShuffleDriverComponents;

/** The driver's part: begin and end of the application, and the end of each shuffle. */
final class SharedDriverComponents implements ShuffleDriverComponents {

  private final ShuffleDriverComponents spark = new LocalDiskShuffleDriverComponents();
  private Optional<SituShuffleManager> manager = Optional.empty();

  @Override
  public Map<String, String> initializeApplication() {
    SituShuffleManager own = SituShuffleManager.ofThisProcess();
    own.startApplication();
    manager = Optional.of(own);
    return spark.initializeApplication();
  }

  @Override
  public void removeShuffle(int shuffle, boolean blocking) {
    spark.removeShuffle(shuffle, blocking);
    manager
        .flatMap(SituShuffleManager::application)
        .ifPresent(application -> application.removeShuffle(shuffle, blocking));
  }

  @Override
  public boolean supportsReliableStorage() {
    return manager.flatMap(SituShuffleManager::application).isPresent();
  }

  @Override
  public void cleanupApplication() {
    manager.ifPresent(SituShuffleManager::endApplication);
  }
}
