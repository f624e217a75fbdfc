import { parseAddress } from '@holdfast/sdk/chain'
import { readPaymentLink } from '@holdfast/sdk/links'
import { paymentRequestLink, readPaymentRequest } from '@holdfast/sdk/requests'
import type { Address } from 'viem'

/** What a QR code is. */
export type Scanned =
  /** A claim link, a payment link or a payment request, each of which has a page of its own. */
  | { kind: 'page'; path: string }
  | { kind: 'address'; address: Address }
  /** Anything else: shown, and never opened. */
  | { kind: 'foreign' }

/**
 * Reads the text of a QR code. A link of another origin is read for this page and not followed, and nothing is claimed or paid.
 *
 * @param origin - Of this page.
 */
export function readScanned(text: string, origin: string): Scanned {
  return (
    attempt(() => {
      readPaymentLink(text)
      return { kind: 'page', path: fragmentOf(text) }
    }) ??
    attempt(() => ({ kind: 'page', path: fragmentOf(paymentRequestLink(readPaymentRequest(text), origin)) })) ??
    // Many wallets write an address as a URI without anything behind it.
    attempt(() => ({
      kind: 'address',
      address: parseAddress('recipient', text.trim().replace(/^ethereum:/i, '')),
    })) ?? {
      kind: 'foreign',
    }
  )
}

function attempt(read: () => Scanned): Scanned | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function fragmentOf(link: string): string {
  const whole = link.trim()
  return whole.slice(whole.indexOf('#') + 1)
}
