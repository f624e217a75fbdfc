import { type Address, type Hash, type Hex, isAddress, isAddressEqual } from 'viem'
import { bridgeChainFacts, type HubChainName } from '../../chain/bridgeChains.js'
import { askIssuer } from '../../chain/issuerApi/askIssuer.js'
import { fieldOf, hashOf, listOf, usdcOf, wholeOf } from '../../chain/issuerApi/fields.js'
import type { IssuerRequestOptions } from '../../chain/issuerApi/options.js'
import { IssuerRefusedError } from '../../errors/issuer.js'
import { HUB_API_TESTNET } from '../constants.js'
import type { HubTransferStatus } from '../types.js'
import type { TransferSpec } from './burnIntent.js'
import { writeJson } from './writeJson.js'

/** What an estimate says, in USDC base units. */
export type HubEstimate = {
  /** The ceiling it returns, without any headroom. */
  maxFee: bigint
  maxBlockHeight: bigint
  /** Of the burn on the source chain. */
  baseFee: bigint
  /** Of the mint on the destination; `undefined` where the issuer does not mint by itself. */
  forwardingFee: bigint | undefined
  /** Everything together. */
  totalFee: bigint
}

/**
 * Asks what a transfer costs. Only the figures are taken: the spec that comes back has shortened addresses, and signing
 * it would be signing another one.
 */
export function askEstimate(spec: TransferSpec, options: IssuerRequestOptions): Promise<HubEstimate> {
  return ask(
    {
      attempted: 'asking the Hub for its fees',
      path: '/v1/estimate?enableForwarder=true',
      body: writeJson([{ spec }]),
      isRepeatable: true,
      decode: (body) => {
        const [entry] = listOf(fieldOf(body, 'body'))
        const intent = fieldOf(entry, 'burnIntent')
        const fees = fieldOf(body, 'fees')
        const forwardingFee = fieldOf(fees, 'forwardingFee')
        return {
          maxFee: wholeOf(fieldOf(intent, 'maxFee')),
          maxBlockHeight: wholeOf(fieldOf(intent, 'maxBlockHeight')),
          baseFee: listOf(fieldOf(fees, 'perIntent')).reduce<bigint>(
            (sum, item) => sum + usdcOf(fieldOf(item, 'baseFee'), 'up'),
            0n,
          ),
          forwardingFee: forwardingFee === undefined ? undefined : usdcOf(forwardingFee, 'up'),
          totalFee: usdcOf(fieldOf(fees, 'total'), 'up'),
        }
      },
    },
    options,
  )
}

/**
 * Hands in a signed transfer, once: whether to repeat it is for the caller to decide.
 *
 * @param request - The body, byte for byte.
 * @returns The transfer's id.
 */
export function postTransfer(request: string, options: IssuerRequestOptions): Promise<string> {
  return ask(
    {
      attempted: 'handing in a spend of the Hub',
      path: '/v1/transfer?enableForwarder=true',
      body: request,
      alsoAnswers: [201],
      decode: (body) => {
        const transferId = fieldOf(body, 'transferId')
        if (!isTransferId(transferId)) throw new SyntaxError('Not an id.')
        return transferId
      },
    },
    options,
  )
}

/** Whether a text can be the id of a transfer: nothing that would change the path it is put into. */
export function isTransferId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-zA-Z-]{1,64}$/.test(value)
}

/** Asks for the state of a transfer. */
export function askTransfer(transferId: string, options: IssuerRequestOptions): Promise<HubTransferStatus> {
  return ask(
    {
      attempted: `asking the Hub for transfer ${transferId}`,
      path: `/v1/transfer/${transferId}`,
      decode: readStatus,
    },
    options,
  )
}

/** Whether the issuer has accepted a transfer whose id was not returned. */
export async function isSpecKnown(transferSpecHash: Hex, options: IssuerRequestOptions): Promise<boolean> {
  try {
    return await ask(
      {
        attempted: 'asking the Hub for a spend',
        path: `/v1/transferSpec/${transferSpecHash}`,
        decode: (body) => {
          if (typeof body !== 'object' || body === null) throw new SyntaxError('Not a spec.')
          return true
        },
      },
      options,
    )
  } catch (error) {
    if (error instanceof IssuerRefusedError && error.status === 404) return false
    throw error
  }
}

/** A deposit that does not count yet. */
export type ListedDeposit = { domain: number; transactionHash: Hash; amount: bigint; blockNumber: bigint }

/** Asks for what a depositor has on some chains. Chains the issuer does not name are absent. */
export async function askBalances(
  depositor: Address,
  chains: readonly HubChainName[],
  options: IssuerRequestOptions,
): Promise<{ domain: number; balance: bigint }[]> {
  if (chains.length === 0) return []
  return ask(
    {
      ...question('balances', depositor, chains),
      decode: (body) =>
        entriesOf(body, 'balances', depositor).map(({ domain, entry }) => ({
          domain,
          balance: usdcOf(fieldOf(entry, 'balance'), 'down'),
        })),
    },
    options,
  )
}

/** Asks for the deposits of a depositor that do not count yet. */
export async function askDeposits(
  depositor: Address,
  chains: readonly HubChainName[],
  options: IssuerRequestOptions,
): Promise<ListedDeposit[]> {
  if (chains.length === 0) return []
  return ask(
    {
      ...question('deposits', depositor, chains),
      decode: (body) =>
        entriesOf(body, 'deposits', depositor).map(({ domain, entry }) => {
          const transactionHash = hashOf(fieldOf(entry, 'transactionHash'))
          if (transactionHash === undefined) throw new SyntaxError('Not a hash.')
          const [amount, blockNumber] = [wholeOf(fieldOf(entry, 'amount')), wholeOf(fieldOf(entry, 'blockHeight'))]
          return { domain, transactionHash, amount, blockNumber }
        }),
    },
    options,
  )
}

function ask<result>(
  question: Parameters<typeof askIssuer<result>>[1],
  options: IssuerRequestOptions,
): Promise<result> {
  return askIssuer(HUB_API_TESTNET, question, options)
}

function question(list: 'balances' | 'deposits', depositor: Address, chains: readonly HubChainName[]) {
  return {
    attempted: `asking the Hub for ${list} of ${depositor}`,
    path: `/v1/${list}`,
    body: writeJson({
      token: 'USDC',
      sources: chains.map((chain) => ({ domain: bridgeChainFacts(chain).domain, depositor })),
    }),
    isRepeatable: true,
  } as const
}

/** @throws `SyntaxError` for a list of another token, or of another account. */
function entriesOf(body: unknown, list: string, depositor: Address): { domain: number; entry: unknown }[] {
  if (fieldOf(body, 'token') !== 'USDC') throw new SyntaxError('Not USDC.')
  return listOf(fieldOf(body, list)).map((entry) => {
    const whose = fieldOf(entry, 'depositor')
    if (typeof whose !== 'string' || !isAddress(whose, { strict: false }) || !isAddressEqual(whose, depositor))
      throw new SyntaxError('Not of this depositor.')
    return { domain: Number(wholeOf(fieldOf(entry, 'domain'))), entry }
  })
}

/** States of the issuer beside these are on their way to one of them. */
const finalStates: Readonly<Record<string, HubTransferStatus['state']>> = {
  confirmed: 'done',
  finalized: 'done',
  failed: 'failed',
  expired: 'failed',
}

function readStatus(body: unknown): HubTransferStatus {
  const status = fieldOf(body, 'status')
  if (typeof status !== 'string') throw new SyntaxError('Not a status.')
  const state = Object.hasOwn(finalStates, status) ? (finalStates[status] ?? 'pending') : 'pending'
  const mintTxHash = hashOf(fieldOf(body, 'transactionHash'))
  if (state !== 'failed') return { state, ...(mintTxHash && { mintTxHash }) }
  const given = fieldOf(fieldOf(body, 'forwardingDetails'), 'failureReason')
  const reason = typeof given === 'string' && given !== '' ? given.slice(0, 200) : status.toUpperCase()
  return { state, reason }
}
