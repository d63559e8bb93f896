// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.Set;
import org.objectweb.asm.Type;

/** Types whose values nothing can change, so that splits may have them in common. */
final class ImmutableTypes {

  private static final Set<String> NAMES =
      Set.of(
          "java/lang/String",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/Void",
          "java/lang/Class",
          "java/math/BigInteger",
          "java/math/BigDecimal",
          "java/math/MathContext",
          "java/util/Locale",
          "java/util/UUID",
          "java/util/regex/Pattern",
          "java/nio/charset/Charset",
          "java/net/URI",
          "java/nio/file/Path",
          "org/apache/hadoop/fs/Path",
          "org/apache/hadoop/io/NullWritable",
          "org/slf4j/Logger",
          "org/apache/commons/logging/Log",
          "org/apache/log4j/Logger",
          "org/apache/logging/log4j/Logger",
          "java/util/logging/Logger",
          "java/util/logging/Level");

  private final ClassFiles files;

  ImmutableTypes(ClassFiles files) {
    this.files = files;
  }

  /** False for null, which stands for a type that is not known. */
  boolean test(Type type) {
    if (type == null || type.getSort() == Type.ARRAY || type.getSort() == Type.METHOD) {
      return false;
    }
    if (type.getSort() != Type.OBJECT) {
      return true;
    }
    String name = type.getInternalName();
    return NAMES.contains(name)
        || (name.startsWith("java/time/") && !name.equals("java/time/Clock"))
        || files.isEnum(name);
  }
}
