import { type Fields, listOf, MalformedRequestError, recordOf } from './fields.js'
import { isMap } from './json.js'

/**
 * Typed data with the members that its types declare, and no others: EIP-712 signs these alone, so a member beside them would be
 * judged and not signed.
 *
 * Names of types and members must be plain identifiers. With brackets and commas in them, one type could be written as
 * another, and its signature be valid for both. Addresses and numbers must be written as such.
 *
 * @throws {@link MalformedRequestError} where the types do not describe the data.
 */
export function describedData(typedData: Fields): Fields {
  const { primaryType } = typedData
  const types = readTypes(typedData.types)
  if (typeof primaryType !== 'string' || !types.has(primaryType))
    throw new MalformedRequestError('its types do not describe the typed data.')
  const { domain, message } = typedData
  return {
    ...typedData,
    // Where its type is not declared, a wallet takes it as it is.
    ...(domain !== undefined && { domain: declared(domain, domainType, types, 0) }),
    ...(message !== undefined && { message: declared(message, primaryType, types, 0) }),
  }
}

const domainType = 'EIP712Domain'

/** Of each struct its members, and of each member its type. */
type Types = ReadonlyMap<string, ReadonlyMap<string, string>>

function readTypes(types: unknown): Types {
  return new Map(
    Object.entries(recordOf('types', types)).map(([struct, members]) => {
      if (!isIdentifier(struct)) throw new MalformedRequestError('the name of a type is not an identifier.')
      const list = listOf('the members of a type', members).map((one): [string, string] => {
        const { name, type } = recordOf('a member of a type', one)
        const isPlain = typeof name === 'string' && typeof type === 'string' && isIdentifier(name) && isType(type)
        if (!isPlain) throw new MalformedRequestError('a member of a type is not an identifier.')
        return [name, type]
      })
      const byName = new Map(list)
      if (byName.size !== list.length) throw new MalformedRequestError('a type has two members of one name.')
      return [struct, byName]
    }),
  )
}

/** A value with the declared members alone, at any depth. */
function declared(value: unknown, type: string, types: Types, depth: number): unknown {
  if (depth > maxDepth) throw new MalformedRequestError('the typed data is too deep.')
  const [, element] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (element !== undefined)
    return Array.isArray(value) ? value.map((one) => declared(one, element, types, depth + 1)) : value
  const members = types.get(type)
  if (members === undefined) assertPlain(value, type)
  if (members === undefined || !isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const of = members.get(name)
      return of === undefined ? [] : [[name, declared(inner, of, types, depth + 1)]]
    }),
  )
}

/**
 * Wallets make an address or a number of any text: MetaMask reads one without `0x` as decimal, with letters as digits above nine. Such a
 * text is another address for a reader than for the wallet.
 */
function assertPlain(value: unknown, type: string): void {
  const isAddress = type === 'address'
  if (value == null || !(isAddress || /^u?int\d*$/.test(type))) return
  const plain = isAddress ? /^0x[\da-f]{1,40}$/i : /^(?:0x[\da-f]+|-?\d+)$/i
  const isNumber = typeof value === 'bigint' || Number.isSafeInteger(value)
  if (typeof value === 'string' ? plain.test(value) : isNumber && !isAddress) return
  throw new MalformedRequestError(`a value of the type ${type} is not written as one.`)
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text)
}

/** As of a value, a struct, or lists of them. */
function isType(text: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\[\d*\])*$/.test(text)
}

const maxDepth = 32
