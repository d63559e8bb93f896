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

  private static final Key REGROUP =
      new Key(
          "situ.mapreduce.regroup",
          Optional.of("auto"),
          "Whether small map tasks of one host are packed together: auto where it changes nothing"
              + " that a job could notice, always, or off.");

  private static final Key REGROUP_DENY =
      new Key(
          "situ.mapreduce.regroup.deny",
          Optional.empty(),
          "Classes of input formats, comma separated, whose jobs are left alone.");

  private static final Key REGROUP_BYTES =
      new Key(
          "situ.mapreduce.regroup.bytes",
          Optional.of("1g"),
          "What a map task should read, unless spreading over a host's slots asks for less.");

  private static final Key LOCALITY_WAIT =
      new Key(
          "situ.mapreduce.locality.wait",
          Optional.of("30s"),
          "How long map tasks on YARN wait for the hosts that hold their bytes before any will do.");

  private JobKeys() {}

  /** Every key. */
  public static List<Key> all() {
    return List.of(FRAMEWORK, RECORDS, REGROUP, REGROUP_DENY, REGROUP_BYTES, LOCALITY_WAIT);
  }
}
