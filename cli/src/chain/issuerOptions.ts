import type { Context } from '../command/Context.js'
import { readUrl } from '../settings/readUrl.js'

/** How one of the issuer's services is asked. */
export function issuerOptions({ settings, signal }: Context, service: 'attestation' | 'hub') {
  return { apiUrl: readUrl(service, settings), signal }
}
