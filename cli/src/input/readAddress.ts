import { type Address, getAddress, isAddress } from 'viem'
import { usageFailure } from '../failure/CommandFailure.js'

/**
 * An address as typed, in any case; mixed case must be its checksum. A short name before it (ERC-3770) is refused:
 * the chain is a setting, and two of them may differ.
 *
 * @param name - What it is, for the message: `target`, `--from`.
 */
export function readAddress(name: string, text: string | undefined): Address {
  if (text === undefined) throw usageFailure('missing_address', `${name} is missing.`)
  if (!isAddress(text, { strict: false }))
    throw usageFailure('invalid_address', `${name} is not an address: ${text.slice(0, 80)}`, [
      '40 hex digits after 0x.',
    ])
  if (text !== text.toLowerCase() && !isAddress(text))
    throw usageFailure('invalid_address', `${name} has a wrong checksum: ${text}`, [
      'A letter was mistyped or changed. Get it from its owner again.',
    ])
  return getAddress(text)
}

/** An address that need not be typed; undefined where nothing was. */
export function findAddress(name: string, text: string | undefined): Address | undefined {
  return text === undefined ? undefined : readAddress(name, text)
}

/** Addresses separated by commas; none where nothing was typed. */
export function readAddresses(name: string, text: string | undefined): Address[] {
  return text?.split(',').map((one) => readAddress(name, one.trim())) ?? []
}
