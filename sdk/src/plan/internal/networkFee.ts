import type { ReadClient } from '../../chain/clients.js'
import { PAY_GAS_LIMIT, SEND_GAS_LIMIT } from '../../chain/gasReserve.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { feesFor } from '../../chain/transaction/execute.js'
import type { PlannedFee, PlanStep } from '../types.js'

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

/** Native units in a base unit of USDC, where gas is paid in it. */
const nativePerUnit = 10n ** 12n

/** What the network takes at most for the transactions among these steps, at the prices that they would offer now. */
export async function networkFeeOf(
  client: ReadClient,
  deployment: ChainDeployment,
  steps: readonly PlanStep[],
): Promise<PlannedFee> {
  const gas = steps.reduce((sum, step) => sum + gasOfStep(step), 0n)
  const { gasIsUsdc, nativeCurrency } = deployment
  const coin = { coin: nativeCurrency.symbol, decimals: gasIsUsdc ? 6 : nativeCurrency.decimals, isUsdc: gasIsUsdc }
  if (gas === 0n) return { most: 0n, ...coin }
  const fees = await feesFor({ publicClient: client }, deployment, 'reading the price of gas')
  const native = gas * ('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas)
  return { most: gasIsUsdc ? (native + nativePerUnit - 1n) / nativePerUnit : native, ...coin }
}

/** What a plan lets the network take, in the coin's smallest unit. */
export function nativeLimitOf({ most, isUsdc }: PlannedFee): bigint {
  return isUsdc ? most * nativePerUnit : most
}

function gasOfStep(step: PlanStep): bigint {
  if (step.kind === 'signature') return 0n
  return step.calls.reduce((sum, { functionName, args }) => {
    const items = Object.values(args).reduce<number>((most, value) => Math.max(most, lengthOf(value)), 0)
    return sum + (gasOf[functionName] ?? lightGas) + BigInt(items) * gasPerItem
  }, 0n)
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)
