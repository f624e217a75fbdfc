import { type Address, bytesToHex, type Hex } from 'viem'
import { parseAddress } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { writeAddress } from '../hash/writeAddress.js'
import { parseHex } from './internal/hex.js'
import type { StealthMetadata } from './types.js'

/** Bytes of a label that fit into an announcement. */
const labelBytes = 40

/**
 * Writes the metadata of an announcement: view tag, box, label.
 *
 * @param label - It is public. Kept to 40 bytes of utf8, cut between characters; characters that cannot be seen
 *   are left out, as a reader would.
 * @param viewTag - First byte of the hashed shared secret, 0 to 255. Without it 0 is written: our own search finds that for
 *   any secret, scanners that go by the tag alone find it once in 256 times.
 * @default viewTag 0
 * @throws {@link InvalidAddressError} when the box is not an address.
 * @throws {@link InvalidInputError} when the tag is not a byte.
 * @example
 * const metadata = encodeStealthMetadata('0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'rent', 31)
 */
export function encodeStealthMetadata(box: Address, label = '', viewTag = 0): Hex {
  const target = parseAddress('box', box)
  if (!Number.isInteger(viewTag) || viewTag < 0 || viewTag > 255)
    throw new InvalidInputError('viewTag', `The view tag ${String(viewTag)} is not a whole number from 0 to 255.`)
  const tag = viewTag.toString(16).padStart(2, '0')
  const text = new TextEncoder().encode(label.replace(unprintable, ''))
  return `0x${tag}${target.slice(2).toLowerCase()}${bytesToHex(cut(text)).slice(2)}`
}

/**
 * Reads the metadata of an announcement.
 *
 * A stranger wrote it, so the label is made safe to print: 40 bytes at most, cut between characters; bytes that are not
 * utf8 become U+FFFD; control characters and those that turn or hide text are left out. What
 * {@link encodeStealthMetadata} wrote comes back as it is.
 *
 * @throws {@link InvalidInputError} when it is not hex or shorter than the 21 bytes of view tag and box.
 * @example
 * const { viewTag, box, label } = decodeStealthMetadata('0x1f90f79bf6eb2c4f870365e785982e1f101e93b90672656e74')
 */
export function decodeStealthMetadata(metadata: Hex): StealthMetadata {
  const bytes = parseHex(metadata)
  if (bytes === undefined || bytes.length < 21)
    throw new InvalidInputError('metadata', 'The metadata is not at least 21 bytes of hex: view tag and box.')
  return {
    viewTag: bytes[0] ?? 0,
    box: writeAddress(bytes.subarray(1, 21)),
    label: readLabel(cut(bytes.subarray(21))),
  }
}

function readLabel(text: Uint8Array): string {
  // Most labels are plain: a decoder costs several times as much.
  if (text.every((byte) => byte >= 0x20 && byte < 0x7f)) return String.fromCharCode(...text)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(text).replace(unprintable, '')
}

/** Controls, separators of lines, and format characters (direction, zero width, tags): one label could look like another. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** At most 40 bytes; the last character is left out rather than cut. */
function cut(text: Uint8Array): Uint8Array {
  if (text.length <= labelBytes) return text
  let end = labelBytes
  // A byte 10xxxxxx continues a character; a whole one has at most three of them.
  for (let back = 0; back < 3 && ((text[end] ?? 0) & 0xc0) === 0x80; back++) end--
  return text.subarray(0, end)
}
