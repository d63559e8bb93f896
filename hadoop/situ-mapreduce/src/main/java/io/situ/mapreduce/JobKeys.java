package io.situ.mapreduce;

import io.situ.storage.StoreConfig.Key;
import java.util.List;
import java.util.Optional;

/** The configuration keys of the framework {@code situ}, by their full names. */
public final class JobKeys {

  /** The value of {@code mapreduce.framework.name} that brings jobs here. */
  public static final String FRAMEWORK_NAME = "situ";

  /** What runs the tasks. */
  public static final Key FRAMEWORK =
      new Key(
          "situ.mapreduce.framework",
          Optional.of("auto"),
          "What runs the tasks of a job submitted with mapreduce.framework.name=situ: yarn, local,"
              + " or auto, which is yarn where the configuration names a ResourceManager.");

  /** Where job records go. */
  public static final Key RECORDS =
      new Key(
          "situ.mapreduce.records.dir",
          Optional.empty(),
          "Directory of the submitting host that gets one JSON record per job; none is written"
              + " where this is not set.");

  private JobKeys() {}

  /** Every key. */
  public static List<Key> all() {
    return List.of(FRAMEWORK, RECORDS);
  }
}
