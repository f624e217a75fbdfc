import { isIP } from 'node:net'

/** The bytes of an IP address; an IPv4 address mapped into IPv6 is the IPv4 address. Undefined for any other text. */
export function parseIp(text: string): Uint8Array | undefined {
  // A zone has a meaning only on the machine that names it.
  const zone = text.indexOf('%')
  const bare = zone === -1 ? text : text.slice(0, zone)
  const version = isIP(bare)
  if (version === 4) return Uint8Array.from(bare.split('.'), Number)
  if (version !== 6) return undefined
  const bytes = ipv6Bytes(bare)
  return mapped.every((byte, index) => bytes[index] === byte) ? bytes.subarray(12) : bytes
}

/**
 * The name under which a network is counted: an IPv4 address, or the /64 of an IPv6 address, in which one caller has as
 * many addresses as it wants.
 */
export function networkOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16))
  return `${groups.join(':')}::/64`
}

/** A network in CIDR form, or one address. Undefined for any other text. */
export function parseCidr(text: string): Cidr | undefined {
  const [address, length, ...rest] = text.split('/')
  const bytes = parseIp(address ?? '')
  if (bytes === undefined || rest.length > 0) return undefined
  if (length === undefined) return { bytes, bits: bytes.length * 8 }
  if (!/^(0|[1-9][0-9]{0,2})$/.test(length)) return undefined
  // `::ffff:10.0.0.0/104` is `10.0.0.0/8`.
  const bits = Number(length) - (bytes.length === 4 && (address ?? '').includes(':') ? 96 : 0)
  return bits >= 0 && bits <= bytes.length * 8 ? { bytes, bits } : undefined
}

/** Whether an address belongs to a network. */
export function isIn(bytes: Uint8Array, network: Cidr): boolean {
  if (bytes.length !== network.bytes.length) return false
  for (let index = 0, bits = network.bits; bits > 0; index++, bits -= 8) {
    const mask = bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff
    if ((((bytes[index] ?? 0) ^ (network.bytes[index] ?? 0)) & mask) !== 0) return false
  }
  return true
}

/** The addresses that begin with these bits. */
export type Cidr = { bytes: Uint8Array; bits: number }

const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

/** The text has passed `isIP`. */
function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail] = text.split('::')
  const front = groupBytes(head)
  const back = tail === undefined ? [] : groupBytes(tail)
  const bytes = new Uint8Array(16)
  bytes.set(front)
  bytes.set(back, 16 - back.length)
  return bytes
}

function groupBytes(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
