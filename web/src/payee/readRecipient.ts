import { parseAddress } from '@holdfast/sdk/chain'
import { type Address, isAddressEqual } from 'viem'
import type { RecipientFault } from '../words/Words.js'

/** What was typed as the recipient. */
export type TypedRecipient =
  | { kind: 'empty' }
  | { kind: 'address'; address: Address }
  /** A link to money, which belongs on another screen. */
  | { kind: 'link' }
  | { kind: 'fault'; fault: RecipientFault }

/**
 * Reads a recipient. The library decides what an address is; this names what is wrong with an invalid one, since a hidden
 * character is a sign of an attack and a short text is not.
 *
 * @param own - The connected account.
 */
export function readRecipient(text: string, own: Address | undefined): TypedRecipient {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  try {
    const address = parseAddress('recipient', typed)
    if (own !== undefined && isAddressEqual(own, address)) return { kind: 'fault', fault: 'own_address' }
    return { kind: 'address', address }
  } catch {
    return isLink(typed) ? { kind: 'link' } : { kind: 'fault', fault: faultOf(typed) }
  }
}

function faultOf(typed: string): RecipientFault {
  if (/[\p{Cf}\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Mn}]/u.test(typed)) return 'hidden_character'
  if (/[^\x21-\x7e]/.test(typed)) return 'foreign_character'
  if (!/^0x/i.test(typed)) return 'not_an_address'
  if (!/^0x[0-9a-f]*$/i.test(typed)) return 'not_an_address'
  return typed.length === 42 ? 'checksum' : 'length'
}

/** Whether it looks like a link to money. The page that it leads to reads it. */
function isLink(typed: string): boolean {
  return /^(?:https?:\/\/[^\s#]*)?#\/(?:claim|pay)\/\d+\/\d+(?:\/[^/\s]+)?$/.test(typed)
}
