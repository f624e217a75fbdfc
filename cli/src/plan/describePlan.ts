import { BRIDGE_TOKEN_MESSENGER } from '@holdfast/sdk/bridge'
import { deploymentFor, formatUsdc } from '@holdfast/sdk/chain'
import { HUB_WALLET } from '@holdfast/sdk/hub'
import type { Plan, PlannedFee, PlanStep } from '@holdfast/sdk/plan'
import { type Address, formatUnits, isAddress, isAddressEqual } from 'viem'
import { describeChain } from '../chain/describeChain.js'
import type { Plan as Shown } from '../command/Context.js'
import { writeAmount } from '../input/readAmount.js'

/** The lines that every plan has, as labels and values; a command adds or replaces some. */
export function describePlan(plan: Plan, more: Partial<Readonly<Record<Place, Shown['facts']>>> = {}): Shown['facts'] {
  const { payer, recipient, amount, fee, chainId, networkFee, account } = plan
  return [
    ...(more.parties ?? [
      ['from', payer],
      ['to', recipient ?? 'open: the holder of its key names the recipient'],
    ]),
    ...(more.amount ?? [['amount', writeAmount(amount)]]),
    ...(more.fee ?? [['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, deducted from the claim`]]),
    ...(more.network ?? [['network', describeNetwork({ networkFee, account })]]),
    ['chain', describeChain(chainId)],
    ...(more.last ?? []),
    ...approvalsOf(plan),
  ]
}

/** Lines that a command can replace (parties, amount, fee, network) or add after the chain (last). */
type Place = 'parties' | 'amount' | 'fee' | 'network' | 'last'

/** The highest network fee, and the account that pays it. */
export function describeNetwork({ networkFee, account }: Pick<Plan, 'networkFee' | 'account'>): string {
  return networkFee.most === 0n ? 'none' : `${describeFee(networkFee)}, from ${account}`
}

function describeFee({ most, coin, decimals, isUsdc }: PlannedFee): string {
  return `at most ${isUsdc ? formatUsdc(most) : formatUnits(most, decimals)} ${coin}`
}

function approvalsOf({ steps, chainId }: Plan): Shown['facts'] {
  const calls = steps.flatMap((step) => (step.kind === 'transaction' ? step.calls : []))
  return calls
    .filter(({ functionName }) => functionName === 'approve')
    .map(({ args: { spender, amount } }) => [
      'approval',
      `exactly ${writeAmount(BigInt(String(amount)))}, for ${describeSpender(chainId, String(spender))}`,
    ])
}

/** What a plan pays into the wallet of an account, in USDC base units: terms may have taken a part of the amount before. */
export function paidTo({ effects }: Pick<Plan, 'effects'>, account: Address): bigint {
  return effects.find((effect) => effect.holding === 'wallet' && isAddressEqual(effect.account, account))?.change ?? 0n
}

/** Whether one of these steps makes a call of this function. */
export function makesCall(steps: readonly PlanStep[], functionName: string): boolean {
  return steps.some(
    (step) => step.kind === 'transaction' && step.calls.some((call) => call.functionName === functionName),
  )
}

/** The spender of an approval: by name if it is a contract of the registry or of the issuer, else by address. */
export function describeSpender(chainId: number, spender: string): string {
  const deployment = deploymentFor(chainId)
  const named: readonly (readonly [Address | undefined, string])[] = [
    [deployment?.transferContract, 'the transfer contract'],
    [deployment?.shieldVault, 'the vault'],
    [deployment?.permit, 'Permit2'],
    [HUB_WALLET, 'the Hub wallet'],
    [BRIDGE_TOKEN_MESSENGER, 'the Bridge'],
  ]
  const found = named.find(
    ([address]) => address !== undefined && isAddress(spender) && isAddressEqual(address, spender),
  )
  return found?.[1] ?? `the contract ${spender}`
}
