import { issuerContracts } from '@holdfast/contracts'
import { type Address, hexToBigInt, numberToHex } from 'viem'
import { type BridgeChainName, bridgeChainFacts } from '../../chain/bridgeChains.js'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { readView } from '../../chain/readView.js'
import { readAllowance, readBalance } from '../../chain/tokenReads.js'
import { readFinalBlock } from '../../chain/transaction/waitForReceipt.js'
import { BridgeRefusedError } from '../../errors/bridge.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { bridgeGasCost } from '../bridgeGasCost.js'
import { bridgeShortfall, gasInUsdc } from '../bridgeShortfall.js'
import { BRIDGE_TOKEN_MESSENGER, DOCUMENTED_BURN_LIMIT } from '../constants.js'
import type { BridgeQuote } from '../types.js'
import { minterAbi } from './contracts.js'

/**
 * Makes sure, before a signature is asked for, that the wallet can pay and that one burn may take so much.
 *
 * @throws {@link BridgeRefusedError}, {@link ChainUnavailableError}
 */
export async function assertPayable(
  client: ReadClient,
  from: BridgeChainName,
  sender: Address,
  { total, maxFee }: BridgeQuote,
): Promise<void> {
  const { usdc, name: chain, gasIsUsdc, nativeCurrency } = bridgeChainFacts(from)
  const [limit, usdcBalance, allowance, nativeBalance, gasPrice] = await Promise.all([
    // A minter that does not answer is judged by what is documented; the chain itself refuses what is over its limit.
    readView<bigint>(client, 'reading the limit of a burn', {
      address: issuerContracts.bridgeTokenMinter,
      abi: minterAbi,
      functionName: 'burnLimitsPerMessage',
      args: [usdc],
    }).catch(() => DOCUMENTED_BURN_LIMIT),
    readBalance(client, usdc, sender),
    readBridgeAllowance(client, from, sender),
    ask(`reading the balance of ${sender}`, () =>
      client.request({ method: 'eth_getBalance', params: [sender, 'latest'] }),
    ),
    ask('reading the gas price', () => client.request({ method: 'eth_gasPrice' })),
  ])
  if (total > limit) throw new BridgeRefusedError('over_burn_limit', { required: total, available: limit })
  const gasCost = bridgeGasCost(from, gasPrice, { isApproved: allowance >= total })
  const refusal = bridgeShortfall({
    usdcBalance,
    total,
    maxFee,
    gasCost,
    nativeBalance,
    chainLabel: chain,
    gasInUsdc: gasIsUsdc,
  })
  if (refusal === null) return
  const code = codes[refusal.code]
  if (code === 'no_gas')
    throw new BridgeRefusedError(code, {
      required: gasCost,
      available: nativeBalance,
      coin: nativeCurrency.symbol,
      chain,
    })
  const required = code === 'short_with_gas' ? total + gasInUsdc(gasCost) : total
  throw new BridgeRefusedError(code, { required, available: usdcBalance, chain })
}

const codes = {
  shortWithFee: 'short_with_fee',
  shortWithGas: 'short_with_gas',
  noGas: 'no_gas',
} as const

/** How much the messenger may take from a wallet, in USDC base units. */
export function readBridgeAllowance(client: ReadClient, from: BridgeChainName, sender: Address): Promise<bigint> {
  return readAllowance(client, bridgeChainFacts(from).usdc, sender, BRIDGE_TOKEN_MESSENGER)
}

/** Number of the newest block. */
export function headOf(client: ReadClient): Promise<bigint> {
  return ask('reading the newest block', () => client.request({ method: 'eth_blockNumber' }))
}

/** How many of an account's transactions are mined; where the chain is named, in blocks that are not taken back. */
export async function countOf(client: ReadClient, address: Address, chainId?: number): Promise<number> {
  return Number(
    await ask(`counting the transactions of ${address}`, async () => {
      const block = chainId === undefined ? 'latest' : numberToHex(await readFinalBlock(client, chainId))
      return client.request({ method: 'eth_getTransactionCount', params: [address, block] })
    }),
  )
}

async function ask(attempted: string, read: () => Promise<`0x${string}`>): Promise<bigint> {
  try {
    return hexToBigInt(await read())
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}
