const notADigit = 255
const digits = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? notADigit : digit
})

/**
 * Reads `length` bytes out of a hex text that may be anything, without making a string on the way.
 *
 * @param start - Byte of the text to begin with; what follows the bytes read is not looked at.
 * @returns False when the text does not hold those bytes; `bytes` is then partly written.
 */
export function readHex(text: string, start: number, bytes: Uint8Array, offset: number, length: number): boolean {
  if (text.charCodeAt(0) !== 48 || text.charCodeAt(1) !== 120) return false
  let position = 2 + 2 * start
  for (let index = offset; index < offset + length; index++, position += 2) {
    // Beyond the text the code is NaN, beyond the table the digit is undefined: neither is below 16.
    const high = digits[text.charCodeAt(position)] ?? notADigit
    const low = digits[text.charCodeAt(position + 1)] ?? notADigit
    if (high > 15 || low > 15) return false
    bytes[index] = (high << 4) | low
  }
  return true
}

/** The bytes of a hex text of whatever origin, or `undefined` when it is malformed or not `length` bytes long. */
export function parseHex(text: unknown, length?: number): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length < 2 || text.length % 2 !== 0) return undefined
  const bytes = new Uint8Array(text.length / 2 - 1)
  if (length !== undefined && bytes.length !== length) return undefined
  return readHex(text, 0, bytes, 0, bytes.length) ? bytes : undefined
}
