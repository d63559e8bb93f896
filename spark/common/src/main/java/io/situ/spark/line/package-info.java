// SPDX-License-Identifier: Apache-2.0
/** Which versions of Spark this jar is for. Uses nothing of Situ. */
package io.situ.spark.line;
