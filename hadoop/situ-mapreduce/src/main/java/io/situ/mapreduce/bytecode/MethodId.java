// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import org.objectweb.asm.Type;

/** A method: internal name of its class, name, descriptor. */
record MethodId(String owner, String name, String desc) {

  static final String CONSTRUCTOR = "<init>";
  static final String INITIALIZER = "<clinit>";

  /** As a sentence names it. */
  String text() {
    return readable(owner) + "." + name;
  }

  /** A class name without its package. */
  static String readable(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }

  static String internal(String className) {
    return className.replace('.', '/');
  }

  static String internal(Type type) {
    return type.getInternalName();
  }
}
