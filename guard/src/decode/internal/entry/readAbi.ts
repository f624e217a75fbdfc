import type { AbiParameter, Hex } from 'viem'

/** Thrown for data that is not an encoding of the parameters. Never leaves the decoder. */
export class MalformedAbi extends Error {}

/**
 * Reads ABI-encoded values as contracts do, in bounded time.
 *
 * As old compilers and unlike viem it drops what exceeds a type's width, so that dirty upper bits hide nothing; offsets may
 * overlap, but all that is read may be twice as long as the data at most, so that a few words cannot name gigabytes.
 *
 * @param data - Lower-case hex.
 * @param from - Byte at which the encoding begins, 4 after a selector.
 * @returns Values in the shape that viem decodes to, addresses in lower case.
 * @throws {@link MalformedAbi}
 */
export function readAbi(parameters: readonly AbiParameter[], data: Hex, from = 0): readonly unknown[] {
  const source = { data, from, length: data.length / 2 - 1 - from, left: data.length + 64 }
  return readSequence(source, parameters, 0)
}

/** One encoding under way. */
type Source = {
  readonly data: Hex
  readonly from: number
  /** Bytes of the encoding. */
  readonly length: number
  /** Bytes that may still be read. */
  left: number
}

type Components = { readonly components?: readonly AbiParameter[] }

/** Values that lie one after the other, with tails at offsets from `start`. */
function readSequence(source: Source, parameters: readonly AbiParameter[], start: number): unknown[] {
  let head = start
  return parameters.map((parameter) => {
    const value = readValue(source, parameter, head, start)
    head += headSize(parameter)
    return value
  })
}

function readValue(source: Source, parameter: AbiParameter, head: number, start: number): unknown {
  if (!isDynamic(parameter)) return readStatic(source, parameter, head)
  const at = start + readLength(source, head)
  if (parameter.type === 'bytes' || parameter.type === 'string') {
    const length = readLength(source, at)
    return `0x${readBytes(source, at + 32, length)}`
  }
  const element = elementOf(parameter)
  if (element === undefined) return readTuple(source, parameter, at)
  const length = element.length ?? readLength(source, at)
  const first = element.length === undefined ? at + 32 : at
  const size = headSize(element.of)
  if (first + length * size > source.length) throw new MalformedAbi()
  return Array.from({ length }, (_, index) => readValue(source, element.of, first + index * size, first))
}

function readStatic(source: Source, parameter: AbiParameter, at: number): unknown {
  const element = elementOf(parameter)
  if (element !== undefined) {
    const size = headSize(element.of)
    return Array.from({ length: element.length ?? 0 }, (_, index) => readStatic(source, element.of, at + index * size))
  }
  const { type } = parameter
  if (type === 'tuple') return readTuple(source, parameter, at)
  const word = readBytes(source, at, 32)
  if (type === 'address') return `0x${word.slice(24)}`
  if (type === 'bool') return !/^0+$/.test(word)
  if (type.startsWith('bytes')) return `0x${word.slice(0, Number(type.slice(5)) * 2)}`
  const bits = Number(type.replace(/^u?int/, '') || 256)
  const value = BigInt(`0x${word.slice(64 - bits / 4)}`)
  if (type.startsWith('int')) return BigInt.asIntN(bits, value)
  return bits > 48 ? value : Number(value)
}

function readTuple(source: Source, parameter: AbiParameter, at: number): unknown {
  const components = componentsOf(parameter)
  const values = readSequence(source, components, at)
  if (components.some(({ name }) => !name)) return values
  return Object.fromEntries(components.map(({ name }, index) => [name, values[index]]))
}

/** A length or an offset. */
function readLength(source: Source, at: number): number {
  const word = readBytes(source, at, 32)
  if (!word.startsWith('0'.repeat(54))) throw new MalformedAbi()
  return Number.parseInt(word.slice(54), 16)
}

function readBytes(source: Source, at: number, length: number): string {
  source.left -= length
  if (at + length > source.length || source.left < 0) throw new MalformedAbi()
  const begin = 2 + (source.from + at) * 2
  return source.data.slice(begin, begin + length * 2)
}

function headSize(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return 32
  const element = elementOf(parameter)
  if (element !== undefined) return (element.length ?? 0) * headSize(element.of)
  if (parameter.type !== 'tuple') return 32
  return componentsOf(parameter).reduce((sum, one) => sum + headSize(one), 0)
}

function isDynamic(parameter: AbiParameter): boolean {
  const { type } = parameter
  if (type === 'bytes' || type === 'string' || type.endsWith('[]')) return true
  const element = elementOf(parameter)
  if (element !== undefined) return isDynamic(element.of)
  return type === 'tuple' && componentsOf(parameter).some(isDynamic)
}

/** What an array holds, and how many where its type says so. */
function elementOf(parameter: AbiParameter): { of: AbiParameter; length: number | undefined } | undefined {
  const open = parameter.type.lastIndexOf('[')
  if (open < 0) return undefined
  const length = parameter.type.slice(open + 1, -1)
  return {
    of: { ...parameter, type: parameter.type.slice(0, open) },
    length: length === '' ? undefined : Number(length),
  }
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  // Of a tuple only, which always has them.
  return (parameter as Components).components ?? []
}
