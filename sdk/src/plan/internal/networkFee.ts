import type { ReadClient } from '../../chain/clients.js'
import { PAY_GAS_LIMIT, SEND_GAS_LIMIT } from '../../chain/gasReserve.js'
import { priceOf } from '../../chain/transaction/fees.js'
import { GAS_PER_RETURN } from '../../transfer/encodeReclaimBatch.js'
import type { PlannedFee, PlanStep } from '../types.js'
import type { PlannedChain } from './Definition.js'

/** Most gas of a call, over what is measured. A function that is not here is taken for a light one. */
const gasOf: Readonly<Record<string, bigint>> = {
  approve: 120_000n,
  createConfig: 160_000n,
  sendProtected: SEND_GAS_LIMIT,
  sendProtectedWithPermit: SEND_GAS_LIMIT,
  sendProtectedWithAuthorization: SEND_GAS_LIMIT,
  sendProtectedWithWitness: SEND_GAS_LIMIT,
  createFundAndPay: PAY_GAS_LIMIT,
  createFundAndPayWithAuthorization: PAY_GAS_LIMIT,
}
const lightGas = 300_000n
/** What a list adds for each of its items. */
const gasPerItem = 160_000n
/** Functions whose items need more. */
const gasPerItemOf: Readonly<Record<string, bigint>> = { reclaimExpiredBatch: GAS_PER_RETURN }

/** Native units in a base unit of USDC, where gas is paid in it. */
const nativePerUnit = 10n ** 12n

/** What the network takes at most for the transactions among these steps, at the prices that they would offer now. */
export async function networkFeeOf(
  client: ReadClient,
  chain: PlannedChain,
  steps: readonly PlanStep[],
): Promise<PlannedFee> {
  const gas = steps.reduce((sum, step) => sum + gasOfStep(step, chain), 0n)
  const { gasIsUsdc, nativeCurrency } = chain
  const coin = { coin: nativeCurrency.symbol, decimals: gasIsUsdc ? 6 : nativeCurrency.decimals, isUsdc: gasIsUsdc }
  if (gas === 0n) return { most: 0n, ...coin }
  const { offered } = await priceOf({ publicClient: client }, chain, 'reading the price of gas')
  const native = gas * offered
  return { most: gasIsUsdc ? (native + nativePerUnit - 1n) / nativePerUnit : native, ...coin }
}

/** What a plan lets the network take, in the coin's smallest unit. */
export function nativeLimitOf({ most, isUsdc }: PlannedFee): bigint {
  return isUsdc ? most * nativePerUnit : most
}

function gasOfStep(step: PlanStep, { gas }: PlannedChain): bigint {
  if (step.kind === 'signature') return 0n
  return step.calls.reduce((sum, { functionName, args }) => {
    const items = Object.values(args).reduce<number>((most, value) => Math.max(most, lengthOf(value)), 0)
    const usual = gasOf[functionName] ?? lightGas
    // A quarter on top, as a transaction carries it.
    const own = ((bridgeGas[functionName]?.(gas) ?? 0n) * 5n) / 4n
    return sum + (own > usual ? own : usual) + BigInt(items) * (gasPerItemOf[functionName] ?? gasPerItem)
  }, 0n)
}

/** What the Bridge's transactions take on a chain that has figures of its own. */
const bridgeGas: Readonly<Record<string, (gas: PlannedChain['gas']) => bigint | undefined>> = {
  approve: (gas) => gas?.approve,
  depositForBurnWithHook: (gas) => gas?.burn,
  receiveMessage: (gas) => gas?.floors?.mint,
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)
