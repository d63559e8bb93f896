package io.situ.driver.ceph;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.List;
import java.util.stream.IntStream;

/** Says how many extents a second are placed, once the cluster's map is there. */
final class ExtentsBench {

  private static final int GROUPS = 1024;
  private static final int FILES = 200;

  private ExtentsBench() {}

  /** Places a terabyte of 4 MiB objects in five rounds, and prints the rate of each. */
  public static void main(String[] arguments) {
    List<Replica> hosts = IntStream.range(0, 12).mapToObj(n -> Replica.on("node" + n)).toList();
    List<List<Replica>> groups =
        IntStream.range(0, GROUPS)
            .mapToObj(n -> List.of(hosts.get(n % 12), hosts.get((n + 5) % 12)))
            .toList();
    ClusterMap map = new ClusterMap(1, java.util.Map.of("data", new ClusterMap.Pool(1, groups)));
    Layout layout = new Layout(4 << 20, 1, 4 << 20, "data", "");
    for (int round = 0; round < 5; round++) {
      long start = System.nanoTime();
      long count = 0;
      for (long inode = 0; inode < FILES; inode++) {
        List<Extent> extents = Extents.of(map, layout, (1L << 40) + inode, 0, 5L << 30);
        count += extents.size();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf("%d extents, %.0f per second%n", count, count / seconds);
    }
  }
}
