type Operation = (first: never, ...rest: never[]) => unknown

/** The same operations with their first parameter filled in. */
export type Bound<operations extends Record<string, Operation>> = {
  [name in keyof operations]: operations[name] extends (first: never, ...rest: infer rest) => infer result
    ? (...rest: rest) => result
    : never
}

/** Fills in the first parameter of every operation. */
export function bindAll<operations extends Record<string, Operation>>(
  operations: operations,
  first: Parameters<operations[keyof operations]>[0],
): Bound<operations> {
  // `fromEntries` forgets the names.
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      // A union of operations has a parameter of every type at once; `Bound` is what each of them becomes.
      (...rest: never[]) => operation(first as never, ...rest),
    ]),
  ) as Bound<operations>
}
