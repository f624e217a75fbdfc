import {
  array,
  check,
  custom,
  type GenericSchema,
  type InferOutput,
  metadata,
  nullable,
  number,
  type ObjectEntries,
  optional,
  pipe,
  rawCheck,
  regex,
  type StrictObjectIssue,
  type StrictObjectSchema,
  strictObject,
  string,
  transform,
  type UnknownPathItem,
} from 'valibot'
import type { Address, Hex } from 'viem'
import { parseParty } from '../../chain/address.js'
import type { WireProblem } from '../../errors/wire.js'

/**
 * What a value of a message is: how it is read, what type that gives, and how it looks as JSON Schema. The message of every
 * issue is a {@link WireProblem}.
 */
export type Schema<value = unknown> = GenericSchema<unknown, value>

/** What a schema reads. */
export type Infer<schema extends GenericSchema> = InferOutput<schema>

/** An object of exactly these fields. Faults are found in their order. */
export function object<const entries extends ObjectEntries>(entries: entries): Fields<entries> {
  return fields(entries, false)
}

/** An object of these fields that drops others when it is read: what a service answers may be newer than its reader. */
export function open<const entries extends ObjectEntries>(entries: entries): Fields<entries> {
  return fields(entries, true)
}

/** An object that has these fields and, where they are optional, may leave them out. */
export type Fields<entries extends ObjectEntries> = StrictObjectSchema<entries, typeof problemOf>

/** A field that is accepted and dropped unread. */
export const unread = /* @__PURE__ */ optional(/* @__PURE__ */ anything())

/** One of several forms. The form is chosen before it is read, so that a fault is one of the form that was meant. */
export function choice<const options extends readonly Schema[]>(
  options: options,
  choose: (value: Readonly<Record<string, unknown>>, options: options) => Schema,
): Schema<Infer<options[number]>> {
  // The fields that `run` and the JSON Schema read; a choice has at least one option.
  return run({ kind: 'schema', type: 'union', options } as never, (value) =>
    // As above.
    isObject(value) ? choose(value, options) : (options[0] as Schema),
  )
}

/** Refuses every value, or every object because of one field. */
export function refused(problem: WireProblem, key?: string): Schema<never> {
  const path: { path?: [UnknownPathItem] } = key === undefined ? {} : { path: [fieldAt(key)] }
  return pipe(
    anything(),
    rawCheck(({ addIssue }) => addIssue({ message: problem, ...path })),
  )
}

/** A list of at most so many. */
export function list<value>(most: number, item: Schema<value>): Schema<readonly value[]> {
  const items = array(item, 'not_a_list')
  const tooLong = refused('out_of_range')
  return run({ ...items }, (value) => (Array.isArray(value) && value.length > most ? tooLong : items))
}

/** The value, or `null` where there is none. */
export function orNull<value>(schema: Schema<value>): Schema<value | null> {
  return nullable(schema)
}

/** One of a few literals. */
export function oneOf<const literal extends string | number | boolean>(...literals: literal[]): Schema<literal> {
  return pipe(
    // `includes` asks for one of the list, which is what is found out.
    custom<literal>((value) => literals.includes(value as literal), 'not_one_of'),
    metadata({ enum: literals }),
    transform(positiveZero),
  )
}

/** A whole number between two bounds, as a JSON number. */
export function integer(least: number, most: number): Schema<number> {
  return pipe(
    number('not_an_integer'),
    check((value) => Number.isSafeInteger(value), 'not_an_integer'),
    between(least, most),
    metadata({ type: 'integer', minimum: least, maximum: most }),
    transform(positiveZero),
  )
}

/**
 * A whole number between two bounds, as decimal text.
 *
 * @param pattern - The same as a regular expression.
 */
export function integerText(least: number, most: number, pattern: string): Schema<number> {
  return pipe(
    string('not_decimal'),
    regex(decimalForm, 'not_decimal'),
    metadata({ pattern }),
    transform(Number),
    between(least, most),
  )
}

/** Lower-case hex of so many bytes. */
export function hex(bytes: number): Schema<Hex> {
  // What passes the pattern is hex.
  return pipe(string('not_hex'), regex(new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`), 'not_hex')) as Schema<Hex>
}

/**
 * Lower-case hex of a number of bytes between two bounds.
 *
 * @param pattern - The same as a regular expression.
 */
export function hexBetween(leastBytes: number, mostBytes: number, pattern: string): Schema<Hex> {
  return pipe(
    string('not_hex'),
    // A repeated group would overflow the stack of the regular expression on megabytes.
    check(({ length }) => length >= 2 + 2 * leastBytes && length <= 2 + 2 * mostBytes && length % 2 === 0, 'not_hex'),
    regex(/^0x[0-9a-f]*$/, 'not_hex'),
    metadata({ pattern }),
  ) as Schema<Hex> // Text of that pattern.
}

/** Text of a form. */
export function text(form: RegExp): Schema<string> {
  return pipe(string('not_text'), regex(form, 'not_text'))
}

/** Text of at most so many UTF-16 units. */
export function textUpTo(most: number): Schema<string> {
  return pipe(
    string('not_text'),
    check(({ length }) => length <= most, 'not_text'),
    metadata({ maxLength: most }),
  )
}

const decimalForm = /^(0|[1-9][0-9]{0,77})$/

/** Any case comes in, a wrong checksum or zero does not. */
export const address: Schema<Address> = /* @__PURE__ */ pipe(
  /* @__PURE__ */ string('not_an_address'),
  /* @__PURE__ */ regex(/^0x[0-9a-fA-F]{40}$/, 'not_an_address'),
  /* @__PURE__ */ transform(findParty),
  /* @__PURE__ */ check((party) => party !== undefined, 'not_an_address'),
) as Schema<Address> // What `findParty` returns.

/** A uint256 as decimal text: no sign, no leading zero, no exponent. */
export const decimal: Schema<bigint> = /* @__PURE__ */ uint256(0n, '^(0|[1-9][0-9]{0,77})$')

/** The same, and not zero. */
export const positive: Schema<bigint> = /* @__PURE__ */ uint256(1n, '^[1-9][0-9]{0,77}$')

/** The same, kept as text. */
export const decimalText: Schema<string> = /* @__PURE__ */ pipe(decimal, /* @__PURE__ */ transform(String))

/** A block number as decimal text. */
export const blockNumber: Schema<bigint> = /* @__PURE__ */ pipe(
  decimal,
  /* @__PURE__ */ check((value) => value <= Number.MAX_SAFE_INTEGER, 'out_of_range'),
)

/** A chain id in a query. */
export const chainIdText: Schema<number> = /* @__PURE__ */ integerText(1, Number.MAX_SAFE_INTEGER, '^[1-9][0-9]{0,15}$')

export const chainId: Schema<number> = /* @__PURE__ */ integer(1, Number.MAX_SAFE_INTEGER)

export const flag: Schema<boolean> = /* @__PURE__ */ oneOf(true, false)

/** 32 bytes. */
export const hash: Schema<Hex> = /* @__PURE__ */ hex(32)

/** Seconds as the contracts hold them. */
export const uint40: Schema<number> = /* @__PURE__ */ integer(0, 2 ** 40 - 1)

/** What can be shown to a person on one line: no control characters, and none that turn the text around. */
export const sentence: Schema<string> = /* @__PURE__ */ text(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]{1,500}$/u)

/** A stable code. */
export const word: Schema<string> = /* @__PURE__ */ text(/^[a-z][a-z0-9_]{0,63}$/)

function uint256(least: bigint, pattern: string): Schema<bigint> {
  return pipe(
    string('not_decimal'),
    regex(decimalForm, 'not_decimal'),
    metadata({ pattern }),
    transform((value: string) => BigInt(value)),
    between(least, 2n ** 256n - 1n),
  )
}

/** One check instead of the library's two, which would be most of what an integer costs. */
function between<value extends number | bigint>(least: value, most: NoInfer<value>) {
  return check((value: value) => value >= least && value <= most, 'out_of_range')
}

function fields<const entries extends ObjectEntries>(entries: entries, drops: boolean): Fields<entries> {
  const inner = strictObject(entries, problemOf)
  return {
    ...inner,
    '~run'(dataset, config) {
      const own = ownFields(dataset.value, entries, drops)
      const read = inner['~run']({ value: own }, config)
      const issue = read.issues?.at(-1)
      // The library names the first unknown key, as its last issue.
      if (own && issue && !config.abortEarly)
        for (const key of Object.keys(own)
          .filter((one) => !Object.hasOwn(entries, one))
          .slice(1))
          read.issues?.push({ ...issue, path: [fieldAt(key)] })
      return read
    },
  }
}

/** What names a field in an issue that is raised by hand. */
export function fieldAt(key: string): UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined }
}

/** A negative zero is equal to zero, and not the same. */
function positiveZero<value>(given: value): value {
  // A number, by the condition.
  return Object.is(given, -0) ? (0 as value) : given
}

function anything() {
  return custom<never>(() => true)
}

type Run = Schema['~run']

/** Only what the message itself has counts, and a field of `undefined` as one that is not there. */
function ownFields(value: unknown, entries: ObjectEntries, drops: boolean): Record<string, unknown> | undefined {
  if (!isObject(value)) return undefined
  const own: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value)) {
    const isKnown = Object.hasOwn(entries, key)
    if (isKnown ? value[key] !== undefined && entries[key] !== unread : !drops) own[key] = value[key]
  }
  return own
}

/** A schema that is read by another, chosen by the value. */
function run<schema extends GenericSchema>(schema: schema, choose: (value: unknown) => GenericSchema): schema {
  return {
    ...schema,
    '~run': (dataset: Parameters<Run>[0], config: Parameters<Run>[1]) => choose(dataset.value)['~run'](dataset, config),
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problemOf({ expected }: StrictObjectIssue): WireProblem {
  if (expected === 'Object') return 'not_an_object'
  return expected === 'never' ? 'unknown_key' : 'required'
}

function findParty(value: string): Address | undefined {
  try {
    return parseParty('address', value)
  } catch {
    return undefined
  }
}
