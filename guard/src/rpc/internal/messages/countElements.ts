/** Counts the elements of a JSON array while its bytes pass, and keeps none of them. */
export function startCount(): ElementCounter {
  let isArray: boolean | undefined
  let [depth, commas] = [0, 0]
  let [isText, isEscaped] = [false, false]

  function read(byte: number): void {
    if (isText) {
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === bracket || byte === brace) depth++
    else if (byte === bracketEnd || byte === braceEnd) depth--
    else if (byte === comma && depth === 1) commas++
  }

  return {
    add(bytes) {
      for (const byte of bytes) {
        if (isArray === undefined && byte > space && byte < 0x80) isArray = byte === bracket
        read(byte)
      }
    },
    get elements() {
      return isArray ? commas + 1 : undefined
    },
  }
}

export type ElementCounter = {
  add: (bytes: Uint8Array) => void
  /** `undefined` for JSON of another kind. */
  readonly elements: number | undefined
}

const [space, quote, comma, backslash] = [0x20, 0x22, 0x2c, 0x5c]
const [bracket, bracketEnd, brace, braceEnd] = [0x5b, 0x5d, 0x7b, 0x7d]
