// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.spark.Partition;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A program of its own: counts the words of a directory's files, and reports on which hosts Spark
 * would like to read each. For tests of other modules, which call it.
 */
public final class SparkWords {

  private SparkWords() {}

  /**
   * @param args the directory, and perhaps {@code sql} to count its different lines by Spark SQL
   *     too, or {@code wait} to go on until the program is stopped
   */
  public static void main(String[] args) throws InterruptedException {
    SparkConf conf =
        new SparkConf()
            .setAppName("words")
            .setIfMissing("spark.master", "local[2]")
            .set("spark.ui.enabled", "false");
    // In one process there is no second look after the wait for a host that is not this one.
    conf.set("spark.locality.wait", "0");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      JavaRDD<String> lines = spark.textFile(args[0], 1);
      // The text RDD only maps the one that reads files, which is the one that has preferences.
      RDD<?> files = lines.rdd().dependencies().apply(0).rdd();
      for (Partition partition : files.partitions()) {
        FileSplit split = (FileSplit) ((HadoopPartition) partition).inputSplit().value();
        List<String> hosts = CollectionConverters.asJava(files.preferredLocations(partition));
        System.out.println(
            "place " + split.getPath().getName() + " " + String.join(" ", new TreeSet<>(hosts)));
      }
      lines
          .flatMap(line -> Arrays.asList(line.split(" ", -1)).iterator())
          .mapToPair(word -> new Tuple2<>(word, 1L))
          .reduceByKey(Long::sum)
          .collect()
          .forEach(count -> System.out.println("word " + count._1() + " " + count._2()));
      List<String> more = List.of(args).subList(1, args.length);
      if (more.contains("wait")) {
        System.out.println("waiting");
        TimeUnit.HOURS.sleep(1);
      }
      if (more.contains("sql")) {
        SparkSession session = SparkSession.builder().config(conf).getOrCreate();
        System.out.println("lines " + session.read().text(args[0]).distinct().count());
      }
    }
  }
}
