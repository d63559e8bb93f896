// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * A frame that also knows which writables of a mapper's fields the method has filled on every way
 * here: one that is used before may hold what an earlier record left there. Such an object may be
 * filled and handed on as output, and nothing else.
 */
final class RecordFrame extends Frame<AbstractValue> {

  private static final Set<String> TAKING = Set.of("write", "collect", "set");

  private final ReachableCode code;
  private final ReasonText says;

  /** Set by {@link #init}, which the constructor of the superclass calls too. */
  private Set<String> filled;

  RecordFrame(int locals, int stack, ReachableCode code, ReasonText says) {
    super(locals, stack);
    this.code = code;
    this.says = says;
    this.filled = new HashSet<>();
  }

  RecordFrame(Frame<? extends AbstractValue> other, ReachableCode code, ReasonText says) {
    super(other);
    this.code = code;
    this.says = says;
  }

  @Override
  public Frame<AbstractValue> init(Frame<? extends AbstractValue> other) {
    super.init(other);
    filled = new HashSet<>(((RecordFrame) (Frame<?>) other).filled);
    return this;
  }

  @Override
  public boolean merge(Frame<? extends AbstractValue> other, Interpreter<AbstractValue> interpreter)
      throws AnalyzerException {
    boolean changed = super.merge(other, interpreter);
    return filled.retainAll(((RecordFrame) (Frame<?>) other).filled) || changed;
  }

  @Override
  public void execute(AbstractInsnNode insn, Interpreter<AbstractValue> interpreter)
      throws AnalyzerException {
    int taken = taken(insn);
    List<AbstractValue> values =
        IntStream.range(getStackSize() - taken, getStackSize()).mapToObj(this::getStack).toList();
    MethodInsnNode call = insn instanceof MethodInsnNode method ? method : null;
    boolean hasReceiver = call != null && call.getOpcode() != Opcodes.INVOKESTATIC;
    boolean fills = hasReceiver && call.name.equals("set") && !values.get(0).kept().isEmpty();
    for (int i = 0; i < values.size(); i++) {
      AbstractValue value = values.get(i);
      if (value.kept().isEmpty()) {
        continue;
      }
      if (hasReceiver && i == 0) {
        receives(call, value);
      } else {
        takes(insn, i, value);
      }
    }
    if (insn.getOpcode() == Opcodes.PUTFIELD) {
      puts((FieldInsnNode) insn, values.get(1));
    }
    super.execute(insn, interpreter);
    if (fills && values.get(0).kept().size() == 1) {
      filled.addAll(values.get(0).kept());
    }
  }

  private void receives(MethodInsnNode call, AbstractValue receiver) {
    if (!call.name.equals("set")) {
      says.does("calls " + call.name + " of an object that it keeps");
    } else if (receiver.shared()) {
      receiver.kept().forEach(code.shared::addFilled);
    }
  }

  private void takes(AbstractInsnNode insn, int place, AbstractValue value) {
    boolean isObject = place == 0 && insn.getOpcode() == Opcodes.PUTFIELD;
    if (insn instanceof MethodInsnNode call && TAKING.contains(call.name)) {
      usesFilled(value);
    } else if (insn instanceof MethodInsnNode call) {
      says.does("hands an object that it keeps to " + call.name);
    } else if (insn.getOpcode() == Opcodes.GETFIELD) {
      says.does("reads " + ((FieldInsnNode) insn).name + " of an object that it keeps");
    } else if (!isObject) {
      says.does("hands on an object that it keeps");
    }
  }

  private void usesFilled(AbstractValue value) {
    value.kept().stream()
        .filter(field -> value.shared() && code.shared.isFilled(field))
        .filter(field -> !filled.contains(field))
        .forEach(
            field ->
                says.does("uses the field " + MethodId.readable(field) + " before it fills it"));
  }

  /** Two fields with one object would be filled by turns. */
  private void puts(FieldInsnNode field, AbstractValue value) {
    Type type = Type.getType(field.desc);
    if (!code.records.keeps(field.owner, type) || code.immutable.test(type)) {
      return;
    }
    AbstractInsnNode before = field.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    boolean isNew = before instanceof MethodInsnNode call && call.name.equals(MethodId.CONSTRUCTOR);
    boolean isNull = before != null && before.getOpcode() == Opcodes.ACONST_NULL;
    if (!isNew && !isNull && value.kept().isEmpty()) {
      says.does("gives its field " + field.name + " an object that others may have too");
    }
  }

  /** How many values an instruction hands on to others, or looks into. */
  private static int taken(AbstractInsnNode insn) {
    if (insn instanceof MethodInsnNode call) {
      return Type.getArgumentTypes(call.desc).length
          + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
    }
    if (insn instanceof InvokeDynamicInsnNode call) {
      return Type.getArgumentTypes(call.desc).length;
    }
    return switch (insn.getOpcode()) {
      case Opcodes.ARETURN, Opcodes.PUTSTATIC, Opcodes.GETFIELD -> 1;
      case Opcodes.PUTFIELD -> 2;
      case Opcodes.AASTORE -> 3;
      default -> 0;
    };
  }
}
