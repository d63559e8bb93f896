// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Follows the values of one method, and says what it does that a split could notice. */
final class MethodInterpreter extends Interpreter<AbstractValue> {

  private static final String[] PRIMITIVE_ARRAYS = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};

  private final ReachableCode code;
  private final MethodId method;
  private final ReasonText says;
  private final FieldCheck fields;
  private final CallCheck calls;

  MethodInterpreter(ReachableCode code, MethodId method, ReasonText says, CallCheck calls) {
    super(Opcodes.ASM9);
    this.code = code;
    this.method = method;
    this.says = says;
    this.fields = new FieldCheck(code, method, says);
    this.calls = calls;
  }

  @Override
  public AbstractValue newValue(Type type) {
    if (type == null) {
      return AbstractValue.UNKNOWN;
    }
    return type == Type.VOID_TYPE ? null : AbstractValue.of(type);
  }

  @Override
  public AbstractValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    boolean shared = code.shared.hasParameter(method, index(isInstanceMethod, local));
    return AbstractValue.of(type, shared && !code.immutable.test(type));
  }

  /** A parameter's place in the list, the receiver included, by its first stack slot. */
  private int index(boolean isInstanceMethod, int local) {
    int slot = isInstanceMethod ? 1 : 0;
    int index = slot;
    for (Type argument : Type.getArgumentTypes(method.desc())) {
      if (slot >= local) {
        break;
      }
      slot += argument.getSize();
      index++;
    }
    return local == 0 ? 0 : index;
  }

  @Override
  public AbstractValue newOperation(AbstractInsnNode insn) {
    switch (insn.getOpcode()) {
      case Opcodes.LCONST_0, Opcodes.LCONST_1:
        return AbstractValue.of(Type.LONG_TYPE);
      case Opcodes.DCONST_0, Opcodes.DCONST_1:
        return AbstractValue.of(Type.DOUBLE_TYPE);
      case Opcodes.LDC:
        return constant(((LdcInsnNode) insn).cst);
      case Opcodes.GETSTATIC:
        return fields.getStatic((FieldInsnNode) insn);
      case Opcodes.NEW:
        String type = ((TypeInsnNode) insn).desc;
        code.instantiate(type, says.role());
        return AbstractValue.of(Type.getObjectType(type));
      default:
        return AbstractValue.UNKNOWN;
    }
  }

  private AbstractValue constant(Object value) {
    if (value instanceof String text) {
      says.constant(text);
      return AbstractValue.of(Type.getType(String.class));
    }
    if (value instanceof Type type && type.getSort() == Type.OBJECT) {
      return AbstractValue.literal(type.getInternalName());
    }
    if (value instanceof Type type && type.getSort() == Type.ARRAY) {
      return AbstractValue.of(Type.getType(Class.class));
    }
    if (value instanceof Long) {
      return AbstractValue.of(Type.LONG_TYPE);
    }
    if (value instanceof Double) {
      return AbstractValue.of(Type.DOUBLE_TYPE);
    }
    if (!(value instanceof Integer) && !(value instanceof Float)) {
      says.does("has a constant that is computed at run time");
    }
    return AbstractValue.UNKNOWN;
  }

  @Override
  public AbstractValue copyOperation(AbstractInsnNode insn, AbstractValue value) {
    return value;
  }

  @Override
  public AbstractValue unaryOperation(AbstractInsnNode insn, AbstractValue value) {
    switch (insn.getOpcode()) {
      case Opcodes.PUTSTATIC:
        fields.putStatic((FieldInsnNode) insn, value);
        return null;
      case Opcodes.GETFIELD:
        return fields.get((FieldInsnNode) insn, value);
      case Opcodes.CHECKCAST:
        Type cast = Type.getObjectType(((TypeInsnNode) insn).desc);
        boolean shared = value.shared() && !code.immutable.test(cast);
        fields.outlives(AbstractValue.of(cast, shared));
        return value.cast(cast, shared);
      case Opcodes.NEWARRAY:
        return AbstractValue.of(Type.getType(PRIMITIVE_ARRAYS[((IntInsnNode) insn).operand - 4]));
      case Opcodes.ANEWARRAY:
        return AbstractValue.of(Type.getType("[" + descriptor(((TypeInsnNode) insn).desc)));
      case Opcodes.ARETURN:
        fields.escapes(value);
        return null;
      case Opcodes.LNEG, Opcodes.I2L, Opcodes.F2L, Opcodes.D2L:
        return AbstractValue.of(Type.LONG_TYPE);
      case Opcodes.DNEG, Opcodes.I2D, Opcodes.L2D, Opcodes.F2D:
        return AbstractValue.of(Type.DOUBLE_TYPE);
      default:
        return AbstractValue.UNKNOWN;
    }
  }

  private static String descriptor(String typeName) {
    return Type.getObjectType(typeName).getDescriptor();
  }

  @Override
  public AbstractValue binaryOperation(
      AbstractInsnNode insn, AbstractValue left, AbstractValue right) {
    switch (insn.getOpcode()) {
      case Opcodes.PUTFIELD:
        fields.put((FieldInsnNode) insn, left, right);
        return null;
      case Opcodes.AALOAD:
        return element(left);
      case Opcodes.LALOAD,
      Opcodes.LADD,
      Opcodes.LSUB,
      Opcodes.LMUL,
      Opcodes.LDIV,
      Opcodes.LREM,
      Opcodes.LSHL,
      Opcodes.LSHR,
      Opcodes.LUSHR,
      Opcodes.LAND,
      Opcodes.LOR,
      Opcodes.LXOR:
        return AbstractValue.of(Type.LONG_TYPE);
      case Opcodes.DALOAD, Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM:
        return AbstractValue.of(Type.DOUBLE_TYPE);
      default:
        return AbstractValue.UNKNOWN;
    }
  }

  private AbstractValue element(AbstractValue array) {
    Type type = array.type();
    boolean known = type != null && type.getSort() == Type.ARRAY;
    Type element = known ? Type.getType(type.getDescriptor().substring(1)) : null;
    return AbstractValue.of(element, array.shared() && !code.immutable.test(element));
  }

  @Override
  public AbstractValue ternaryOperation(
      AbstractInsnNode insn, AbstractValue array, AbstractValue index, AbstractValue value) {
    if (array.shared()) {
      says.does("changes an array that outlives a split");
    } else if (value.shared()) {
      says.does("puts an object that outlives a split into an array");
    }
    if (calls.isFileSystem(value)) {
      says.does("puts a file system into an array");
    }
    fields.keeps(value);
    return null;
  }

  @Override
  public AbstractValue naryOperation(AbstractInsnNode insn, List<? extends AbstractValue> values) {
    if (insn instanceof MultiANewArrayInsnNode array) {
      return AbstractValue.of(Type.getType(array.desc));
    }
    if (insn instanceof InvokeDynamicInsnNode dynamic) {
      return new DynamicCallCheck(code, calls, says).check(dynamic, values);
    }
    MethodInsnNode call = (MethodInsnNode) insn;
    AbstractValue result = calls.check(call, values);
    return Optional.ofNullable(result).orElseGet(() -> newValue(Type.getReturnType(call.desc)));
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, AbstractValue value, AbstractValue expected) {
    // unaryOperation has seen it
  }

  @Override
  public AbstractValue merge(AbstractValue one, AbstractValue other) {
    return one.merge(other);
  }
}
