// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What is said of a class that is refused. */
@Retention(RetentionPolicy.RUNTIME)
@interface RefusalReason {
  String value();
}
