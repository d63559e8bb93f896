// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What one run of a script by {@link SparkSubmit#measure} did.
 *
 * @param seconds of each of its parts
 * @param processor seconds of the machine, which all hosts share
 * @param digests of the answer of each part
 * @param report what {@code situ report --json} says
 * @param network bytes that all hosts received from the start of the first part to the end
 * @param stored bytes that OSDs or bricks wrote to disks, all copies, while the script ran; 0 for a
 *     store that has none
 */
public record SparkRun(
    List<Double> seconds,
    double processor,
    List<String> digests,
    JsonNode report,
    long network,
    long stored) {

  public double all() {
    return seconds.stream().mapToDouble(Double::doubleValue).sum();
  }
}
