// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

/** What Situ has to decide about a job's map tasks. */
public enum Grouping {
  /** The job is plainly safe: its splits have to be grouped, since that is what makes it fast. */
  GROUPED,
  /** The job notices if its splits share a task: they have to be left as stock made them. */
  SEPARATE,
  /** Both are right as long as the output is; what was decided is recorded. */
  EITHER
}
