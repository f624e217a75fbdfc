/** A value as JSON carries it: a bigint is a decimal string there, never a number. */
export type JsonOf<value> = value extends bigint
  ? string
  : value extends object
    ? { [key in keyof value]: JsonOf<value[key]> }
    : value
