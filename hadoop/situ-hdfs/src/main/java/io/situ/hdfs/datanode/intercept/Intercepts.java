// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method that stands before the one of the dataset with its name and parameters. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Intercepts {}
