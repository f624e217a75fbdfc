import type { RiskReport } from '@holdfast/sdk/risk'
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import type { Movement } from '../decode/types.js'
import type { Admission } from '../judge/createGrants.js'
import { createJudge } from '../judge/createJudge.js'
import { judgeRequest } from '../wrap/createMiddleware.js'
import type { GuardOptions } from '../wrap/GuardOptions.js'
import { createPins, type Pins } from './createPins.js'

/**
 * Lets the firewall judge each payment of an x402 client before it is signed: a refused one throws with the reason, and
 * nothing is signed.
 *
 * The first payee of a host is trusted and pinned once a payment to it was made. A later payee that the host has not used
 * is reported to `onWarning` and not pinned by itself; one that resembles a pinned payee is refused. An address without
 * history does not stop a payment, since a merchant is often new. Payments on networks other than EVM chains are refused.
 *
 * x402 refuses every asset that its spend controls do not name: call `setSpendControls` as well.
 *
 * @returns The same client.
 * @example
 * import { guardX402 } from '@holdfast/guard/x402'
 * import { x402Client } from '@x402/core/client'
 *
 * const onWarning = ({ host, payee }: { host: string | undefined; payee: string }) => console.warn(host, payee)
 * const client = guardX402(new x402Client(), { payer: '0x52908400098527886E0F7030069857D2E4169EE7', onWarning })
 */
export function guardX402<client extends X402Client>(client: client, options: GuardX402Options): client {
  const { payer, pins = createPins(), onWarning, hostOf = hostOfResource } = options
  const judge = options.judge ?? createJudge(options)
  const admissions = new WeakMap<object, Admission>()

  client.onBeforePaymentCreation(async (payment) => {
    const read = readPayment(payment, payer)
    if (typeof read === 'string') return { abort: true, reason: `Holdfast: ${read}` }
    const host = hostOf(payment)
    const known = await pins.list()
    const isOther = ({ payee }: { payee: Address }) => !isAddressEqual(payee, read.movement.payee)
    // Not the payee itself: one payment on a host's word proves nothing.
    const contacts = known.filter(isOther).map(({ payee }) => payee)
    const judgement = await judgeRequest(judge, {
      decoded: { movements: [read.movement], notes: [] },
      chainId: read.chainId,
      purpose: 'signature',
      contacts,
    })
    if (judgement.verdict !== 'pass') return { abort: true, reason: judgement.error.shortMessage }
    if (judgement.admission) admissions.set(payment.selectedRequirements, judgement.admission)
    const pinned = known.filter((one) => one.host === host)
    if (pinned.length > 0 && pinned.every(isOther))
      onWarning?.({
        host,
        payee: read.movement.payee,
        pinned: pinned.map(({ payee }) => payee),
        report: judgement.reports[0],
      })
    return undefined
  })

  client.onAfterPaymentCreation(async (payment) => {
    const read = readPayment(payment, payer)
    const host = hostOf(payment)
    if (typeof read === 'string' || host === undefined) return
    const isFirst = !(await pins.list()).some((one) => one.host === host)
    if (isFirst) await pins.pin({ host, payee: read.movement.payee })
  })

  // Without a payload no signature left the client.
  client.onPaymentCreationFailure(async ({ selectedRequirements }) => {
    admissions.get(selectedRequirements)?.release()
  })
  return client
}

/** Whose payments are guarded, and how. */
export type GuardX402Options = GuardOptions & {
  /** The account that signs: its history counts. */
  payer: Address
  /** The payees that each host has used.
   * @default new ones, in memory */
  pins?: Pins | undefined
  /** Called where a host asks to be paid at an address that is not pinned for it. Pin it once it has been reviewed. */
  onWarning?: ((warning: ChangedPayee) => void) | undefined
  /**
   * The host that is paid.
   * @default the host of the resource that the seller names, which may be another one: pass the host you asked
   */
  hostOf?: ((payment: X402Payment) => string | undefined) | undefined
}

/** A host with another payee than before. */
export type ChangedPayee = {
  host: string | undefined
  payee: Address
  /** The payees that are pinned for the host. */
  pinned: readonly Address[]
  report: RiskReport | undefined
}

/** What the guard uses of `x402Client` of @x402/core. */
export type X402Client = {
  onBeforePaymentCreation(hook: (payment: X402Payment) => Promise<Abort | undefined>): unknown
  onAfterPaymentCreation(hook: (payment: X402Payment) => Promise<void>): unknown
  onPaymentCreationFailure(hook: (payment: X402Payment) => Promise<void>): unknown
}

/** What a hook of the client gets. */
export type X402Payment = {
  paymentRequired: { resource?: { url?: string } }
  selectedRequirements: { network: string; asset: string; payTo: string; amount?: string; maxAmountRequired?: string }
}

type Abort = { abort: true; reason: string }

/** What a payment moves, or why it cannot be judged. */
function readPayment(
  { selectedRequirements }: X402Payment,
  payer: Address,
): { movement: Movement; chainId: number } | string {
  const { network, asset, payTo, amount, maxAmountRequired } = selectedRequirements
  const scope = /^eip155:(\d{1,15})$/.exec(network)?.[1]
  if (scope === undefined) return 'payments on this network cannot be checked.'
  if (!isAddress(payTo, { strict: false }) || !isAddress(asset, { strict: false }))
    return 'the seller names no valid payee or token.'
  const most = amount ?? maxAmountRequired
  const chainId = Number(scope)
  const movement: Movement = {
    payer,
    payee: getAddress(payTo),
    chainId,
    token: getAddress(asset),
    amount: most !== undefined && /^\d{1,78}$/.test(most) ? BigInt(most) : undefined,
    carrier: 'authorization',
    path: ['x402'],
  }
  return { movement, chainId }
}

function hostOfResource({ paymentRequired }: X402Payment): string | undefined {
  const { url } = paymentRequired.resource ?? {}
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
}
