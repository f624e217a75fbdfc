import { type Hex, isHex } from 'viem'
import { askIssuer } from '../../chain/issuerApi/askIssuer.js'
import { fieldOf, hashOf, listOf } from '../../chain/issuerApi/fields.js'
import type { IssuerRequestOptions } from '../../chain/issuerApi/options.js'
import { ATTESTATION_API_TESTNET } from '../constants.js'
import { decodeBridgeMessage } from '../decodeBridgeMessage.js'
import type { AttestedBurn, BridgeDelay, BridgeMessage, BridgeStatus } from '../types.js'
import type { Burn } from './burn.js'
import { type FeeTier, readFeeTiers } from './fees.js'

/** Asks what the speeds of a route cost, forwarding included. */
export function askFees(from: number, to: number, options: IssuerRequestOptions): Promise<FeeTier[]> {
  return askIssuer(
    ATTESTATION_API_TESTNET,
    {
      attempted: 'asking for the fees of the Bridge',
      path: `/v2/burn/USDC/fees/${from}/${to}?forward=true`,
      decode: readFeeTiers,
    },
    options,
  )
}

/** Asks where a burn is. */
export function askMessages(burn: Burn, options: IssuerRequestOptions): Promise<BridgeStatus> {
  return askIssuer<BridgeStatus>(
    ATTESTATION_API_TESTNET,
    {
      attempted: `asking for the attestation of ${burn.burnTxHash}`,
      path: `/v2/messages/${burn.sourceDomain}?transactionHash=${burn.burnTxHash}`,
      alsoAnswers: [404],
      decode: (body, status) => (status === 404 ? { state: 'unseen' } : readMessages(body, burn)),
    },
    options,
  )
}

/** Asks for a lasting attestation in the place of one that has expired. Asking twice does no harm. */
export function askReattestation(nonce: Hex, options: IssuerRequestOptions): Promise<void> {
  return askIssuer(
    ATTESTATION_API_TESTNET,
    {
      attempted: `asking for a new attestation of ${nonce}`,
      path: `/v2/reattest/${nonce}`,
      body: '{}',
      isRepeatable: true,
      // 400: it is final already, and the list of messages has it.
      alsoAnswers: [400],
      decode: () => undefined,
    },
    options,
  )
}

/** @throws For what is not an answer to this question. */
function readMessages(body: unknown, { sourceDomain, isMeant }: Burn): BridgeStatus {
  const burns = listOf(fieldOf(body, 'messages')).map((entry) => readBurn(entry, sourceDomain))
  if (isMeant === undefined) return burns[0]?.status ?? { state: 'unseen' }
  const found =
    burns.find(({ message }) => message !== undefined && isMeant(message)) ??
    // What cannot be read yet may be the one that is meant.
    burns.find(({ message }) => message === undefined)
  return found?.status ?? { state: 'unseen' }
}

function readBurn(entry: unknown, sourceDomain: number): { message: BridgeMessage | undefined; status: BridgeStatus } {
  const attested = readAttested(entry, sourceDomain)
  const forwardTxHash = hashOf(fieldOf(entry, 'forwardTxHash'))
  const message = attested?.message
  if (forwardTxHash !== undefined && isMintState(fieldOf(entry, 'forwardState')))
    return { message, status: { state: 'minted', forwardTxHash, ...attested } }
  if (attested === undefined) {
    const delay = fieldOf(entry, 'delayReason')
    return { message, status: { state: 'confirming', ...(isDelay(delay) && { delay }) } }
  }
  return { message, status: { state: 'attested', forwarding: readForwarding(entry), ...attested } }
}

/** @returns `undefined` while it is not attested. */
function readAttested(entry: unknown, sourceDomain: number): AttestedBurn | undefined {
  const [messageBytes, attestation] = [fieldOf(entry, 'message'), fieldOf(entry, 'attestation')]
  if (fieldOf(entry, 'status') !== 'complete' || !isFilled(messageBytes) || !isFilled(attestation)) return undefined
  const message = decodeBridgeMessage(messageBytes)
  if (message.sourceDomain !== sourceDomain) throw new SyntaxError('A message of another chain.')
  return { message, received: message.amount - message.feeExecuted, messageBytes, attestation }
}

function readForwarding(entry: unknown): 'pending' | 'failed' | 'not_attempted' {
  const [state, txHash] = [fieldOf(entry, 'forwardState'), fieldOf(entry, 'forwardTxHash')]
  if (state === 'FAILED') return 'failed'
  return (state ?? txHash ?? undefined) === undefined ? 'not_attempted' : 'pending'
}

/** The issuer may name a transaction before it is mined; these states say that it was. */
function isMintState(state: unknown): boolean {
  return state === 'CONFIRMED' || state === 'COMPLETE'
}

function isFilled(value: unknown): value is Hex {
  return isHex(value) && value.length > 2
}

function isDelay(value: unknown): value is BridgeDelay {
  return value === 'insufficient_fee' || value === 'amount_above_max' || value === 'insufficient_allowance_available'
}
