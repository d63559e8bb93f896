// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Lambdas, method references, joined strings and the methods of records; nothing else passes. */
final class DynamicCallCheck {

  /** Where a recipe for a joined string has arguments. */
  private static final String BETWEEN_ARGUMENTS = "[\\x01\\x02\\s]+";

  private final ReachableCode code;
  private final CallCheck calls;
  private final ReasonText says;

  DynamicCallCheck(ReachableCode code, CallCheck calls, ReasonText says) {
    this.code = code;
    this.calls = calls;
    this.says = says;
  }

  AbstractValue check(InvokeDynamicInsnNode call, List<? extends AbstractValue> captured) {
    switch (call.bsm.getOwner()) {
      case "java/lang/invoke/StringConcatFactory":
        for (Object part : call.bsmArgs) {
          if (part instanceof String text) {
            List.of(text.split(BETWEEN_ARGUMENTS)).forEach(says::constant);
          }
        }
        if (code.records.areApplied() && captured.stream().anyMatch(code.records::isSplit)) {
          says.does("asks for the range of its split");
        }
        return AbstractValue.of(Type.getReturnType(call.desc)).asComputed();
      case "java/lang/invoke/LambdaMetafactory":
        lambda(call, (Handle) call.bsmArgs[1], captured);
        break;
      case "java/lang/runtime/ObjectMethods":
        break;
      default:
        says.does("calls a method that is chosen at run time by " + call.bsm.getOwner());
    }
    return AbstractValue.of(Type.getReturnType(call.desc));
  }

  private void lambda(
      InvokeDynamicInsnNode call, Handle body, List<? extends AbstractValue> captured) {
    MethodId method = new MethodId(body.getOwner(), body.getName(), body.getDesc());
    String type = Type.getReturnType(call.desc).getInternalName();
    code.addLambda(new ReachableCode.Lambda(type, method, captured.size()));
    if (!code.isCode(body.getOwner())) {
      library(method, body, captured);
      return;
    }
    if (body.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      code.instantiate(body.getOwner(), says.role());
    }
    if (body.getTag() == Opcodes.H_INVOKESTATIC) {
      code.initialize(body.getOwner(), says.role());
    }
    for (MethodId target : code.targets(method)) {
      code.reach(target, says.role());
      calls.starts(target);
      for (int i = 0; i < captured.size(); i++) {
        if (captured.get(i).shared()) {
          code.shared.addParameter(target, i);
        }
      }
    }
    if (code.targets(method).isEmpty()) {
      says.noTarget(method);
    }
  }

  private void library(MethodId method, Handle body, List<? extends AbstractValue> captured) {
    says.asks(method);
    boolean shared = captured.stream().anyMatch(AbstractValue::shared);
    if (!code.allowed.allows(method)) {
      says.does("calls " + method.text());
    } else if (shared && !calls.isReadOnly(method)) {
      says.does("calls " + method.text() + " on an object that outlives a split");
    }
  }
}
