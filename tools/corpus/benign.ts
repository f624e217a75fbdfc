import { type Address, checksumAddress } from 'viem'
import { makeFamily } from './addresses.js'
import { plantBaits } from './baits.js'
import { benign, hoursSince, imitate, pickGenuine, type Scene, type SceneContext } from './scene.js'
import type { Stream } from './stream.js'
import { PARAMETERS, usdcOf } from './tables.js'
import { DAY, drawPlanter, HOUR, range } from './wallet.js'

/** N1, N10: a stranger. */
const stranger: Scene = (context) => {
  const { stream } = context
  const age = { ageHours: 48 + stream.below(20_000), transactionCount: 1 + stream.below(500) }
  return benign(context, { target: stream.address(), expected: 'not-block', ...age })
}

/** N2: a stranger whose address is younger than a day. */
const newcomer: Scene = (context) => {
  const { stream } = context
  const age = stream.chance(0.5)
    ? { ageHours: null, transactionCount: 0 }
    : { ageHours: stream.unit() * 24, transactionCount: 1 }
  return benign(context, { target: stream.address(), expected: 'not-block', ...age })
}

/** N3: the payee has sent a cent first. */
const greeter: Scene = (context) => {
  const { builder, stream } = context
  const target = stream.address()
  const time = builder.now - stream.between(1, 72) * HOUR
  const cent = { from: target, to: builder.address, signer: target, token: usdcOf(builder.chain), value: '10000' }
  builder.record(stream, { ...cent, kind: 'benign', time })
  return benign(context, { target, expected: 'not-block', ageHours: 24 * (30 + stream.below(600)) })
}

/** N4: a record forged in the payer's name, after a genuine payment; or without one, to make a stranger unpayable. */
const framed: Scene = (context) => {
  const { isPaid, target } = pickTarget(context)
  const planted = forge(context, { target, toTarget: true })
  const variant = isPaid ? 'paid' : 'unpaid'
  return benign(context, { target, expected: 'not-block', variant, baits: ['zero-value'], ageHours: planted })
}

/** N5: a record forged in the payee's name. */
const framedBack: Scene = (context) => {
  const { isPaid, target } = pickTarget(context)
  const planted = forge(context, { target, toTarget: false })
  const variant = isPaid ? 'paid' : 'unpaid'
  return benign(context, { target, expected: 'not-block', variant, baits: ['zero-value'], ageHours: planted })
}

/** N6: the genuine payee is paid while the history contains counterfeits for its imitation, or for itself. */
const beset: Scene = (context) => {
  const { builder, stream } = context
  const { isPaid, target } = pickTarget(context)
  const lure = isPaid ? imitate(stream, target) : target
  const planted = plantBaits(builder, stream, { target: lure, mix: { counterfeit: 1 }, before: builder.now })
  const variant = isPaid ? 'paid' : 'unpaid'
  return benign(context, { target, expected: 'not-block', variant, baits: isPaid ? [] : planted.kinds })
}

/** N7: contracts of one factory, whose addresses look alike by construction. */
const relative: Scene = (context) => {
  const { builder, stream } = context
  const members = makeFamily(stream, range(stream, PARAMETERS.familySize), range(stream, PARAMETERS.familyPrefix))
  const target = stream.pick(members)
  const isPaid = stream.chance(0.5)
  for (const address of members)
    if (isPaid || address !== target)
      builder.addPayee(stream, { address, kind: 'family' }, builder.now - stream.between(190, 600) * DAY)
  const variant = isPaid ? 'paid' : 'unpaid'
  return benign(context, { target, expected: 'not-block', variant, isContract: true })
}

/** N8: records of zero value that the payer signed. */
const selfMade: Scene = (context) => {
  const { builder, stream, index } = context
  const me = builder.address
  const target = stream.address()
  const spender = stream.address()
  const variant = (['zero-transfer', 'cancel', 'approve', 'call'] as const)[index % 4] ?? 'cancel'
  const usdc = usdcOf(builder.chain)
  const made = {
    'zero-transfer': { to: target, token: usdc },
    cancel: { to: me, token: null },
    approve: { to: usdc.address, token: null },
    call: { to: variant === 'call' ? target : spender, token: null },
  }[variant]
  const time = builder.now - stream.between(0.1, 500) * HOUR
  builder.record(stream, { ...made, from: me, signer: me, value: '0', kind: 'benign', time })
  return benign(context, { target, expected: 'not-block', variant, isContract: variant === 'call' })
}

/** N9: a payee whose payments a relayer, filler or bundler submitted. */
const relayed: Scene = (context) => {
  const { builder, stream, index } = context
  const variant = (['permit2', 'eip-3009', 'smart-account'] as const)[index % 3] ?? 'permit2'
  const time = builder.now - stream.between(190, 600) * DAY
  const { address } = builder.addPayee(stream, {}, time, stream.address())
  return benign(context, { target: address, expected: 'not-block', variant })
}

/** N11: exactly a known address, in any letter case. */
const known: Scene = (context) => {
  const { builder, stream } = context
  const kind = stream.weighted([70, 15, 15])
  const { own, contacts } = builder.undisputed
  const list = kind === 1 ? [builder.address, ...own] : kind === 2 ? contacts : []
  const address = list.length > 0 ? stream.pick(list) : builder.pickPayee(stream).address
  const variant = list.length === 0 ? 'payee' : kind === 1 ? 'own' : 'contact'
  const [sender, target] = [writeAddress(stream, builder.address), writeAddress(stream, address)]
  return benign(context, { sender, target, expected: 'safe', variant, ageHours: 24 * (201 + stream.below(600)) })
}

/** How each benign class is made. */
export const BENIGN_SCENES = {
  N1: stranger,
  N2: newcomer,
  N3: greeter,
  N4: framed,
  N5: framedBack,
  N6: beset,
  N7: relative,
  N8: selfMade,
  N9: relayed,
  N10: stranger,
  N11: known,
} satisfies Record<string, Scene>

/** Half of the framed payees have been paid before. */
function pickTarget(context: SceneContext): { isPaid: boolean; target: Address } {
  const isPaid = context.stream.chance(0.5)
  return { isPaid, target: isPaid ? pickGenuine(context).address : context.stream.address() }
}

/**
 * Forges zero-value transfers between wallet and target.
 *
 * @returns Hours since the target was first used.
 */
function forge(
  { builder, stream }: SceneContext,
  { target, toTarget }: { target: Address; toTarget: boolean },
): number {
  const [from, to] = toTarget ? [builder.address, target] : [target, builder.address]
  let first = builder.now
  for (let more = stream.geometric(2); more > 0; more--) {
    const time = builder.now - stream.between(0.1, 2_000) * HOUR
    const signer = drawPlanter(builder.seed, stream)
    const batch = stream.geometric(PARAMETERS.batch)
    builder.record(stream, {
      from,
      to,
      signer,
      token: usdcOf(builder.chain),
      value: '0',
      kind: 'zero-value',
      time,
      batch,
    })
    first = Math.min(first, time)
  }
  return hoursSince(builder, first - 30 * DAY)
}

/** In lower case, in upper case or with its checksum. */
function writeAddress(stream: Stream, address: Address): Address {
  const way = stream.below(3)
  if (way === 0) return address
  return way === 1 ? (`0x${address.slice(2).toUpperCase()}` as Address) : checksumAddress(address)
}
