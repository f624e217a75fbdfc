import { issuerContracts } from '@holdfast/contracts'
import { type Address, formatUnits, type Hex, slice, trim } from 'viem'
import { type HttpReply, json, type Surface } from '../../http/reply.js'
import type { IssuerContext } from '../context.js'
import { issuerSurface, refusal } from '../issuerSurface.js'
import { HubLedger } from './HubLedger.js'
import { HubTransfers, type Transfer } from './HubTransfers.js'
import { hubChains } from './hubChains.js'
import { burnFees, chainOf, feesJson, HubPrices } from './hubFees.js'
import { parseEstimate, parseSources, parseTransfer, type Source } from './parseRequest.js'
import { Refusal } from './Refusal.js'
import type { TransferSpec } from './transferSpec.js'

/** Serves the issuer's Hub API. */
export function hubSurface(context: IssuerContext): Surface {
  const { chains, faults } = context
  const ledger = new HubLedger(context)
  const prices = new HubPrices()
  const transfers = new HubTransfers(context, ledger, prices)

  return issuerSurface(faults, 'hub', async ({ method, path, query, body }) => {
    const isForwarded = query.get('enableForwarder') === 'true'
    try {
      if (method === 'GET') return get(path)
      if (method !== 'POST') return undefined
      switch (path) {
        case '/v1/balances':
          return json(200, { token: 'USDC', balances: parseSources(parse(body)).flatMap(balances) })
        case '/v1/deposits':
          return json(200, { token: 'USDC', deposits: parseSources(parse(body)).flatMap(deposits) })
        case '/v1/estimate':
          return json(200, estimate(parse(body), isForwarded))
        case '/v1/transfer':
          return json(201, acceptedJson(await transfers.accept(parseTransfer(parse(body)), isForwarded)))
        default:
          return undefined
      }
    } catch (error) {
      if (error instanceof SyntaxError) return refusal(400, 'Bad request.')
      if (error instanceof Refusal) return json(400, { success: false, message: error.message })
      throw error
    }
  })

  function get(path: string): HttpReply | undefined {
    if (path === '/v1/info') return json(200, { version: 1, domains: [...hubChains.keys()].map(domainInfo) })
    const [, name, key = ''] = /^\/v1\/(transfer|transferSpec)\/([\w-]+)$/.exec(path) ?? []
    if (name === 'transfer') {
      const transfer = transfers.find(key)
      const { claimedMint } = faults.current.hub
      if (transfer === undefined || claimedMint === null)
        return transfer && json(200, transferJson(transfer, transfers.status(transfer)))
      return json(200, { ...transferJson(transfer, 'confirmed'), transactionHash: claimedMint })
    }
    const spec = name === 'transferSpec' ? transfers.spec(key) : undefined
    return spec && json(200, specJson(spec))
  }

  function domainInfo(domain: number) {
    const { chain, network } = chainOf(domain)
    const supportedTokens = ['USDC']
    return {
      chain,
      network,
      domain,
      walletContract: { address: issuerContracts.hubWallet, supportedTokens },
      minterContract: { address: issuerContracts.hubMinter, supportedTokens },
      processedHeight: String(headOf(domain)),
      burnIntentExpirationHeight: String(leastBlockHeight(domain)),
    }
  }

  function headOf(domain: number): number {
    return chains.get(domain)?.head ?? 0
  }

  function leastBlockHeight(domain: number): bigint {
    return BigInt(headOf(domain)) + chainOf(domain).intentBlocks
  }

  /**
   * Later than the lowest accepted height by the validity of an attestation, so that it is still enough when it is
   * signed.
   */
  function estimatedBlockHeight(domain: number): bigint {
    return leastBlockHeight(domain) + BigInt(chainOf(domain).attestationBlocks)
  }

  function balances({ domain, depositor }: Source) {
    return (domain === undefined ? [...hubChains.keys()] : [domain]).map((one) => ({
      domain: one,
      depositor,
      balance: sixPlaces(transfers.balance({ domain: one, depositor })),
    }))
  }

  function deposits(source: Source) {
    return ledger.pending(source).map(depositJson)
  }

  function estimate(request: unknown, isForwarded: boolean) {
    const items = parseEstimate(request)
    const specs = items.flatMap(({ intents }) => intents.map(({ spec }) => spec))
    const fees = prices.estimate(specs, isForwarded)
    const needs = burnFees(fees).map((fee, index) =>
      isForwarded && index === 0 ? fee + (fees.forwardingFee ?? 0n) : (fee * 11n) / 10n,
    )
    const next = needs.values()
    const body = items.map(({ intents, isSet }) => {
      const members = intents.map(({ spec, maxFee = 0n, maxBlockHeight }) => {
        const need = next.next().value ?? 0n
        return {
          maxBlockHeight: String(maxBlockHeight ?? estimatedBlockHeight(spec.sourceDomain)),
          maxFee: String(maxFee > need ? maxFee : need),
          spec: shortened(spec),
        }
      })
      return isSet ? { burnIntentSet: { intents: members } } : { burnIntent: members[0] }
    })
    return faults.current.hub.bareEstimates && !isForwarded ? body : { body, fees: feesJson(fees) }
  }
}

/** @throws SyntaxError */
function parse(body: string): unknown {
  return JSON.parse(body)
}

function depositJson(deposit: ReturnType<HubLedger['pending']>[number]) {
  const { domain, depositor, amount, transactionHash, blockNumber, blockHash, seenAt } = deposit
  return {
    depositor,
    domain,
    transactionHash,
    amount: String(amount),
    status: 'pending',
    blockHeight: String(blockNumber),
    blockHash,
    blockTimestamp: new Date(performance.timeOrigin + seenAt).toISOString(),
  }
}

/** A transfer as it was taken. */
function acceptedJson({ id, fees, attestation, isForwarded }: Transfer) {
  const { payload, signature, expirationBlock } = attestation
  return {
    transferId: id,
    ...(!isForwarded && { attestation: payload, signature }),
    fees: feesJson(fees),
    expirationBlock: String(expirationBlock),
  }
}

/** A transfer as it is found again. */
function transferJson(transfer: Transfer, status: ReturnType<HubTransfers['status']>) {
  const { destinationDomain, intents, mint, isForwarded, failedAt, fees, attestation } = transfer
  return {
    destinationDomain,
    status,
    burnIntents: intents.map(({ hash, maxBlockHeight, maxFee }) => ({
      transferSpecHash: hash,
      maxBlockHeight: String(maxBlockHeight),
      maxFee: String(maxFee),
    })),
    ...((status === 'confirmed' || status === 'finalized') && { transactionHash: mint?.hash }),
    forwardingDetails: {
      forwardingEnabled: isForwarded,
      ...(failedAt !== undefined && { failureReason: 'ON_CHAIN_FAILURE' }),
    },
    fees: feesJson(fees),
    ...(!isForwarded && { attestation: { ...attestation, expirationBlock: String(attestation.expirationBlock) } }),
  }
}

function specJson(spec: TransferSpec) {
  return { ...spec, value: String(spec.value) }
}

/** As estimates return it: addresses in 20 bytes, the salt without leading zeros. Signing that signs something else. */
function shortened(spec: TransferSpec) {
  const address = (word: Hex): Address => slice(word, 12)
  return {
    ...specJson(spec),
    sourceContract: address(spec.sourceContract),
    destinationContract: address(spec.destinationContract),
    sourceToken: address(spec.sourceToken),
    destinationToken: address(spec.destinationToken),
    sourceDepositor: address(spec.sourceDepositor),
    destinationRecipient: address(spec.destinationRecipient),
    sourceSigner: address(spec.sourceSigner),
    destinationCaller: address(spec.destinationCaller),
    salt: trim(spec.salt),
  }
}

/** Decimal USDC with six places, the format of balances. */
function sixPlaces(amount: bigint): string {
  const [whole, fraction = ''] = formatUnits(amount, 6).split('.')
  return `${whole}.${fraction.padEnd(6, '0')}`
}
