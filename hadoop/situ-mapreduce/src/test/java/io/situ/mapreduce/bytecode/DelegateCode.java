// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A class that is tested by way of another one. */
@Retention(RetentionPolicy.RUNTIME)
@interface DelegateCode {}
