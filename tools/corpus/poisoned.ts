import type { Address } from 'viem'
import { makeFlawedLookalike, makeLookalike } from './addresses.js'
import { drawBaitDelay, plantBait, plantBaits } from './baits.js'
import { addGenuine, hoursSince, imitate, pickGenuine, poisoned, type Scene, type SceneContext } from './scene.js'
import { BAIT_MIX, type BaitMix, type Distribution, HARD_MATCHES, PARAMETERS, usdcOf } from './tables.js'
import type { BaitKind, CorpusQuery } from './types.js'
import { DAY, drawAmount, drawPlanter, otherChain } from './wallet.js'

/** P1: a payee is imitated, baits are planted, the payer follows them. */
function standard(distribution: Distribution, mix: BaitMix): Scene {
  return (context) => {
    const { builder, stream } = context
    const known = pickGenuine(context)
    // Some payees are imitated right after their first payment; a wallet of exactly one payee keeps it at one.
    const isNew = builder.payees.length !== 1 && stream.chance(0.3)
    const genuine = isNew ? stream.address() : known.address
    const target = imitate(stream, genuine, distribution)
    const paid = drawAmount(stream)
    const planted = plantBaits(builder, stream, { target, mix, before: builder.now, paid })
    if (isNew) builder.addPayee(stream, { address: genuine }, planted.first - drawBaitDelay(stream))
    const isRepeat = stream.chance(PARAMETERS.repeatShare[distribution])
    if (isRepeat) payLookalike(context, target, planted)
    return poisoned(context, {
      target,
      genuine,
      expected: 'block',
      variant: dusted(context, isRepeat ? 'repeat' : isNew ? 'new' : 'known', planted.kinds),
      baits: planted.kinds,
      ageHours: hoursSince(builder, planted.first - stream.between(60, 2 * DAY)),
      transactionCount: planted.kinds.length,
    })
  }
}

/** Dust alone is not a proof where chance explains seven equal characters. */
function dusted({ builder }: SceneContext, variant: string, kinds: readonly BaitKind[]): string {
  const isDust = kinds.every((kind) => kind === 'tiny') && builder.payees.length > mostForDust
  return isDust ? `${variant}, dust among many` : variant
}

/** Payees up to which dust makes a block of every resemblance on record. */
const mostForDust = 1_900

/** A genuine payment that went to the impostor, after its first bait. */
function payLookalike({ builder, stream }: SceneContext, target: Address, planted: { first: number }): void {
  const payee = { address: target, kind: 'plain', chain: builder.chain, token: usdcOf(builder.chain), native: false }
  builder.pay(stream, { ...payee, kind: 'plain' }, stream.between(planted.first + 1, builder.now - 1))
}

/** Baits for a lookalike of an address that is known in some other way, and the query about it. */
function imitated(
  context: SceneContext,
  genuine: Address,
  more: Partial<CorpusQuery> & { mix?: BaitMix; baitShare?: number; isPaid?: boolean } = {},
): CorpusQuery {
  const { mix = BAIT_MIX.attempts, baitShare = 0.7, isPaid = false, ...rest } = more
  const { builder, stream } = context
  const target = rest.target ?? imitate(stream, genuine)
  const planted = stream.chance(baitShare)
    ? plantBaits(builder, stream, { target, mix, before: builder.now })
    : { kinds: [], first: builder.now - stream.between(1, 30) * DAY, last: 0 }
  // The bait comes first: it is what the payer followed.
  if (isPaid) payLookalike(context, target, planted)
  return poisoned(context, {
    target,
    genuine,
    expected: 'block',
    baits: planted.kinds,
    ageHours: hoursSince(builder, planted.first - stream.between(60, 2 * DAY)),
    transactionCount: 1 + stream.below(20),
    ...rest,
  })
}

/** P2: known from a settled protected transfer, or saved without ever having been paid. */
const unpaid: Scene = (context) => {
  const { builder, stream } = context
  const genuine = stream.address()
  const isSettled = stream.chance(0.5)
  if (isSettled) {
    const time = builder.now - stream.between(190, 600) * DAY
    const movement = { from: builder.address, to: genuine, signer: genuine, time, token: usdcOf(builder.chain) }
    builder.record(stream, { ...movement, value: drawAmount(stream).toString(), kind: 'settled' })
  } else builder.contacts.push(genuine)
  return imitated(context, genuine, { variant: isSettled ? 'settled' : 'contact' })
}

/** P3: paid on another chain only. */
const elsewhere: Scene = (context) => {
  const { builder, stream } = context
  const chain = otherChain(stream, builder.chain)
  const { address } = builder.addPayee(stream, { chain }, builder.now - stream.between(190, 600) * DAY)
  return imitated(context, address)
}

/** P4: paid in the native coin only. */
const natively: Scene = (context) => {
  const { builder, stream } = context
  const { address } = builder.addPayee(stream, { native: true }, builder.now - stream.between(190, 600) * DAY)
  return imitated(context, address, { mix: { counterfeit: 50, 'native-zero': 25, 'zero-value': 25 } })
}

/** P5: the impostor has been paid once already. */
const repeated: Scene = (context) => {
  const isAdvertised = context.stream.chance(0.75)
  const { address } = isAdvertised ? pickGenuine(context) : addGenuine(context)
  const query = imitated(context, address, { baitShare: isAdvertised ? 1 : 0, isPaid: true })
  const isBaited = query.baits.length > 0
  return { ...query, expected: isBaited ? 'block' : 'not-safe', variant: isBaited ? 'bait' : 'no-bait' }
}

/** P6: the impostor is 30 to 300 days old, active and funded. */
const aged: Scene = (context) => {
  const { stream } = context
  const mix = stream.pick([BAIT_MIX.arbitrum, BAIT_MIX.optimism])
  const query = imitated(context, pickGenuine(context).address, { mix, baitShare: 1 })
  const ageHours = Math.max(query.ageHours ?? 0, 24 * stream.between(30, 300))
  return { ...query, ageHours, transactionCount: 50 + stream.below(450) }
}

/** P7: the impostor is a contract, deployed or not yet, or one that forwarded a test payment to the payee. */
const created: Scene = (context) => {
  const variant = (['no-code', 'code', 'forwards'] as const)[context.index % 3] ?? 'code'
  const more = { variant, isContract: variant !== 'no-code', isPaid: variant === 'forwards', baitShare: 1 }
  return imitated(context, pickGenuine(context).address, more)
}

/** P8: the payee is behind the page cap, or its source is down. */
const unseen: Scene = (context) => {
  const { builder, stream, index } = context
  const { address } = builder.addPayee(stream, {}, builder.now - stream.between(250, 900) * DAY)
  const variant = (['page-cap', '429', '500', 'timeout'] as const)[index % 4] ?? 'timeout'
  const cut = variant === 'page-cap' ? { beforeTime: builder.now - 200 * DAY } : {}
  const faults = (['history', 'counterparties'] as const).map((source) => ({ source, kind: variant, ...cut }))
  return { ...imitated(context, address, { variant, faults, baitShare: 0.5 }), expected: 'not-safe' }
}

/** P9: the bait lands between check and send. */
const raced: Scene = (context) => {
  const { builder, stream } = context
  const { address } = pickGenuine(context)
  const target = imitate(stream, address)
  const kind: BaitKind = stream.pick(['zero-value', 'counterfeit', 'tiny'])
  const time = builder.now + 60
  plantBait(builder, stream, { kind, target, time: builder.now + 1 + stream.below(59), amount: drawAmount(stream) })
  const query = imitated(context, address, { target, baitShare: 0, baits: [kind] })
  return { ...query, time, checkTime: builder.now, ageHours: 0.5, transactionCount: 0 }
}

/** P10: an account, box or vault of the payer is imitated. */
const self: Scene = (context) => {
  const { builder, stream } = context
  const genuine = stream.pick([builder.address, ...builder.own])
  return imitated(context, genuine, { variant: genuine === builder.address ? 'self' : 'own' })
}

/** P11: the impostor is in a list that any account can write to, under the payee's label. */
const announced: Scene = (context) => {
  const { builder, stream } = context
  const { address } = pickGenuine(context)
  const target = imitate(stream, address)
  const time = builder.now - stream.between(1, 500) * 3_600
  const announcement = { from: target, to: builder.address, signer: drawPlanter(builder.seed, stream), value: '0' }
  builder.record(stream, { ...announcement, token: null, kind: 'announcement', time })
  return imitated(context, address, { target, baitShare: 0 })
}

/** P12: no payee is imitated; a forged record names an address that was never paid. */
const forged: Scene = (context) => {
  const { builder, stream } = context
  const target = stream.address()
  const kind: BaitKind = stream.pick(['zero-value', 'counterfeit'])
  const planted = plantBaits(builder, stream, { target, mix: { [kind]: 1 }, before: builder.now })
  const age = { ageHours: hoursSince(builder, planted.first - 30 * DAY), transactionCount: 3 }
  return poisoned(context, { target, expected: 'not-safe', variant: kind, baits: planted.kinds, ...age })
}

/** H: resemblances that no data set contains. */
const hard: Scene = (context) => {
  const { stream, index } = context
  const { address } = pickGenuine(context)
  const match = HARD_MATCHES[index % (HARD_MATCHES.length + 1)]
  const target = match ? makeLookalike(stream, address, ...match) : makeFlawedLookalike(stream, address)
  const variant = match ? `${match[0]}+${match[1]}` : '4+4 less one'
  return imitated(context, address, { target, variant, baitShare: 1 })
}

/** How each poisoned class is made. */
export const POISONED_SCENES = {
  'P1-E': standard('E', BAIT_MIX.attempts),
  'P1-B': standard('B', BAIT_MIX.attempts),
  'P1-F': standard('F', BAIT_MIX.ethereum),
  P2: unpaid,
  P3: elsewhere,
  P4: natively,
  P5: repeated,
  P6: aged,
  P7: created,
  P8: unseen,
  P9: raced,
  P10: self,
  P11: announced,
  P12: forged,
  H: hard,
} satisfies Record<string, Scene>
