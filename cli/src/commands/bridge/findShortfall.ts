import { type BridgeChainName, bridgeGasCost, bridgeShortfall, chainLabel, feeAtNextQuote } from '@holdfast/sdk/bridge'
import { BRIDGE_CHAINS, bridgeChainByChainId, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { type Address, erc20Abi } from 'viem'
import { getBalance, getGasPrice, readContract } from 'viem/actions'
import { writeAmount } from '../../input/readAmount.js'

/** What a wallet lacks, and what to do about it. */
export type Shortfall = {
  code: 'short_with_fee' | 'short_with_gas' | 'no_gas'
  message: string
  advice: string
}

/**
 * Looks whether a wallet can pay for a burn and its gas.
 *
 * @returns null when nothing is missing.
 * @throws ChainUnavailableError
 */
export async function findShortfall(
  client: ReadClient,
  { from, payer, total, maxFee }: { from: BridgeChainName; payer: Address; total: bigint; maxFee: bigint },
): Promise<Shortfall | null> {
  const { chainId, gasToken, nativeCurrency } = BRIDGE_CHAINS[from]
  const [usdcBalance, nativeBalance, gasPrice] = await Promise.all([
    readBalance(client, chainId, payer),
    getBalance(client, { address: payer }),
    getGasPrice(client),
  ]).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError) throw error
    throw new ChainUnavailableError(`reading the balance of ${payer}`, undefined)
  })
  const wallet = {
    usdcBalance,
    nativeBalance,
    total,
    maxFee,
    chainLabel: chainLabel(from),
    gasInUsdc: gasToken === 'usdc',
    gasCost: bridgeGasCost(from, gasPrice),
  }
  const refusal = bridgeShortfall(wallet)
  if (refusal === null) return null
  const { code, params } = refusal
  const { have, needed, missing, chain } = params
  if (code === 'noGas')
    return {
      code: 'no_gas',
      message: `${payer} has ${have} ${nativeCurrency.symbol} on ${chain}, and ${needed} may be needed for gas.`,
      advice: `Add at least ${missing} ${nativeCurrency.symbol}.`,
    }
  const fix = bridgeShortfall({ ...wallet, maxFee: feeAtNextQuote(maxFee) })?.fix
  const most = fix?.kind === 'useMax' ? fix.amount : 0n
  const orLess = most > 0n ? `, or let at most ${writeAmount(most)} arrive` : ''
  return {
    code: code === 'shortWithFee' ? 'short_with_fee' : 'short_with_gas',
    message: `${payer} has ${have} USDC on ${chain}, and ${needed} are needed, fees${code === 'shortWithGas' ? ' and gas' : ''} included.`,
    advice: `Add ${missing} USDC${orLess}.`,
  }
}

/** USDC of an account, in base units. @throws ChainUnavailableError */
async function readBalance(client: ReadClient, chainId: number, owner: Address): Promise<bigint> {
  const name = bridgeChainByChainId(chainId)
  const { usdc: address } = name === undefined ? requireDeployment(chainId) : BRIDGE_CHAINS[name]
  try {
    return await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  } catch {
    throw new ChainUnavailableError(`reading the balance of ${owner}`, undefined)
  }
}
