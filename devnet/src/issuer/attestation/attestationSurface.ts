import { formatUnits } from 'viem'
import { attesterAccount } from '../../chain/accounts.js'
import { type HttpReply, json, type Surface } from '../../http/reply.js'
import type { IssuerContext } from '../context.js'
import { issuerSurface, refusal } from '../issuerSurface.js'
import { type BridgeMessage, BridgeMessages } from './BridgeMessages.js'
import { chainsByDomain, feeList } from './bridgeFees.js'
import { decodedMessage, withAmount } from './bridgeMessage.js'

/** Serves the issuer's attestation and forwarding API, version 2. */
export function attestationSurface(context: IssuerContext): Surface {
  const { faults, chains } = context
  const messages = new BridgeMessages(context)
  let feeCalls = 0

  return issuerSurface(faults, 'attestation', async ({ method, path, query }) => {
    /** The rest of the path, for this method and below this folder. */
    const below = (verb: string, folder: string) =>
      method === verb && path.startsWith(folder) ? path.slice(folder.length) : undefined
    const route = below('GET', '/v2/burn/USDC/fees/')
    if (route !== undefined) return fees(route, query.get('forward') === 'true')
    const domain = below('GET', '/v2/messages/')
    if (domain !== undefined) return answerMessages(domain, query.get('transactionHash'), query.get('nonce'))
    const nonce = below('POST', '/v2/reattest/')
    if (nonce !== undefined) return reattest(nonce)
    if (method === 'GET' && path === '/v2/fastBurn/USDC/allowance') return allowance()
    if (method === 'GET' && path === '/v2/publicKeys')
      return json(200, { publicKeys: [{ publicKey: attesterAccount().publicKey, cctpVersion: '2' }] })
    return undefined
  })

  /** The fees from one chain to another; undefined, which is answered 404, for a chain that is not known. */
  function fees(route: string, withForwarding: boolean): HttpReply | undefined {
    const [, from, to] = /^(\d{1,9})\/(\d{1,9})$/.exec(route) ?? []
    if (from === undefined || to === undefined || from === to) return badRequest()
    const [source, destination] = [Number(from), Number(to)]
    if (!chainsByDomain.has(source) || !chainsByDomain.has(destination)) return undefined
    return json(200, feeList({ source, destination, withForwarding, call: feeCalls++ }, faults.current.attestation))
  }

  function allowance(): HttpReply {
    const amount = formatUnits(BigInt(faults.current.attestation.fastAllowance), 6)
    return json(200, { allowance: Number(amount), lastUpdated: new Date().toISOString() })
  }

  async function answerMessages(
    domain: string,
    hash: string | null,
    nonce: string | null,
  ): Promise<HttpReply | undefined> {
    const words = [hash, nonce].filter((word) => word !== null)
    if (words.length === 0 || !words.every((word) => /^0x[0-9a-fA-F]{64}$/.test(word))) return badRequest()
    if (!/^\d{1,9}$/.test(domain)) return badRequest()
    const found = chains.has(Number(domain)) ? messages.find(Number(domain), { hash, nonce }) : []
    const [first] = found
    if (first !== undefined)
      return json(200, { messages: await Promise.all(found.map(written)), sourceTxHash: first.sourceTxHash })
    return faults.current.attestation.emptyWhileUnknown ? json(200, { messages: [] }) : undefined
  }

  function reattest(nonce: string): HttpReply | undefined {
    const [message] = [...chains.keys()].flatMap((domain) => messages.find(domain, { hash: null, nonce }))
    if (message === undefined) return undefined
    if (messages.reattest(message))
      return json(200, { message: 'Re-attestation successfully requested for nonce.', nonce: message.nonce })
    return json(400, { message: 'Cannot re-attest requested message.', error: 'Message is already finalized.' })
  }

  /** A message in the API's format. */
  async function written(message: BridgeMessage) {
    const { nonce, attested, delayReason } = message
    const { claim } = faults.current.attestation
    const amount = claim?.amount
    const told =
      attested === undefined || amount === undefined ? attested?.message : withAmount(attested.message, BigInt(amount))
    return {
      message: told ?? (delayReason === null ? '0x' : null),
      eventNonce: nonce,
      attestation: (await attested?.attestation) ?? 'PENDING',
      decodedMessage: told === undefined ? null : decodedMessage(told),
      cctpVersion: faults.current.attestation.numbersAsText ? '2' : 2,
      status: attested === undefined ? 'pending_confirmations' : 'complete',
      delayReason,
      ...(attested !== undefined &&
        (claim === null ? forwarding(message) : { forwardState: 'CONFIRMED', forwardTxHash: claim.forwardTxHash })),
    }
  }

  function forwarding(message: BridgeMessage) {
    const { forward } = message
    if (forward === undefined) return undefined
    const mint = messages.mintOf(message)
    if (mint !== undefined) return { forwardState: mint.isFinal ? 'COMPLETE' : 'CONFIRMED', forwardTxHash: mint.hash }
    const { unpaidForwardState } = faults.current.attestation
    if (forward.state === 'UNPAID')
      return unpaidForwardState === 'absent' ? undefined : { forwardState: unpaidForwardState }
    return { forwardState: forward.state === 'FAILED' ? 'FAILED' : 'PENDING' }
  }
}

function badRequest(): HttpReply {
  return refusal(400, 'Bad request.')
}
