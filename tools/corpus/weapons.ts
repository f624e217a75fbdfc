import type { Address } from 'viem'
import { makeFamily } from './addresses.js'
import { plantBait } from './baits.js'
import { among, payeeAt, payPair, receive } from './bypasses.js'
import { benign, imitate, type Scene, type SceneContext } from './scene.js'
import { usdcOf } from './tables.js'
import type { BaitKind } from './types.js'
import { DAY, drawAmount, drawCounterfeit, drawPlanter, HOUR, otherChain, range } from './wallet.js'

const cent = 10_000n
const dollar = 1_000_000n

/** N12: the payee of {@link payPair} itself; `overtaken` where its impostor was strongly paid before it. */
const robbed: Scene = (context) => {
  const { genuine, kind, isImpostorFirst } = payPair(context)
  const variant = kind === 'percent' && isImpostorFirst ? 'overtaken' : kind
  return benign(context, { target: genuine, expected: 'not-block', variant })
}

/** N13: a third party forged a record before the payee was first paid; since then two payments or ten. */
const framedEarly: Scene = (context) => {
  const { builder, stream, index } = context
  const mode = index % 3 === 2 ? ('answers' as const) : undefined
  const payments = index % 2 === 0 ? 2 : 10
  const target = stream.address()
  const first = builder.now - stream.between(190, 600) * DAY
  plantBait(builder, stream, { kind: drawForgery(context), target, time: first - DAY, amount: drawAmount(stream) })
  for (let paid = 0; paid < payments; paid++) builder.pay(stream, payeeAt(builder, target), first + paid * DAY)
  const variant = `${payments} payments${mode ? ', answers only' : ''}`
  return benign(context, { target, expected: 'not-block', variant, ...(mode && { mode }) })
}

/** N14: so many forged transactions that the signer of the one about a new payee is no longer read. */
const drowned: Scene = (context) => {
  const { builder, stream, index } = context
  const target = stream.address()
  const isPaid = index % 2 === 1
  const time = builder.now - 30 * DAY
  const forged = { from: builder.address, token: usdcOf(builder.chain), value: '0', kind: 'zero-value' as const }
  for (let more = 0; more < 100; more++)
    builder.record(stream, {
      ...forged,
      to: stream.address(),
      signer: drawPlanter(builder.seed, stream),
      time: time + more * 60,
    })
  const unread = { signer: drawPlanter(builder.seed, stream), time: time + DAY, unsigned: true as const }
  const [from, to] = stream.chance(0.5) ? [builder.address, target] : [target, builder.address]
  builder.record(stream, { ...forged, ...unread, from, to })
  if (isPaid) builder.pay(stream, payeeAt(builder, target), time + 2 * DAY)
  return benign(context, { target, expected: 'not-block', variant: isPaid ? 'paid since' : 'new' })
}

/** N15: the payee has paid first, before it gets a refund. */
const refunded: Scene = (context) => {
  const { builder, stream } = context
  const target = stream.address()
  receive(context, target, dollar + drawAmount(stream), builder.now - stream.between(1, 100) * DAY)
  return benign(context, { target, expected: 'not-block', variant: among(builder, '') })
}

/** N16: the payee once signed a record of nothing to the payer: a cancelled payment, a call, a test. */
const clumsy: Scene = (context) => {
  const { builder, stream, index } = context
  const variant = (['zero-value', 'empty native', 'native with data'] as const)[index % 3] ?? 'zero-value'
  const target = stream.address()
  const movement = { from: target, to: builder.address, signer: target, value: '0', kind: 'benign' as const }
  const time = builder.now - stream.between(1, 300) * DAY
  const token = variant === 'zero-value' ? usdcOf(builder.chain) : null
  builder.record(stream, { ...movement, time, token, ...(variant === 'native with data' && { data: true as const }) })
  return benign(context, { target, expected: 'not-block', variant })
}

/** N17: a member of a vanity factory of which the payer has paid other members. */
const ofFactory: Scene = (context) => {
  const { builder, stream, index } = context
  const origin = (['18 shared', 'two paid', 'one paid'] as const)[index % 3] ?? 'two paid'
  const isDeployed = Math.floor(index / 3) % 2 === 0
  const evidence = (['clean', 'forged', 'dust'] as const)[Math.floor(index / 6) % 3] ?? 'clean'
  const paid = origin === 'one paid' ? 1 : origin === 'two paid' ? 2 : 1 + stream.below(3)
  const members = makeFamily(
    stream,
    paid + 1,
    origin === '18 shared' ? range(stream, [18, 22]) : range(stream, [6, 17]),
  )
  const [target = '0x', ...others] = members
  const hash = stream.hash()
  for (const address of others)
    builder.addPayee(stream, { address, kind: 'family' }, builder.now - stream.between(190, 600) * DAY)
  const time = builder.now - stream.between(1, 100) * DAY
  const amount = drawAmount(stream)
  if (evidence === 'forged') plantBait(builder, stream, { kind: 'zero-value', target, time, amount })
  if (evidence === 'dust') receive(context, target, cent, time)
  const codes: Record<Address, `0x${string}` | null> = { [target]: isDeployed ? hash : null }
  for (const address of others) codes[address] = hash
  const variant = `${isDeployed ? 'deployed' : 'undeployed'}, ${origin}, ${evidence}`
  return benign(context, { target, expected: 'not-block', variant, codes, isContract: isDeployed })
}

/** N18: a second payment on the day on which the payee claimed the first. */
const claimedToday: Scene = (context) => {
  const { builder, stream } = context
  const target = stream.address()
  const hours = stream.between(0.1, 20)
  const movement = { from: builder.address, to: target, signer: target, token: usdcOf(builder.chain) }
  const time = builder.now - hours * HOUR
  builder.record(stream, { ...movement, value: drawAmount(stream).toString(), kind: 'settled', time })
  return benign(context, { target, expected: 'safe', ageHours: hours, transactionCount: 1 })
}

/** N19: four everyday records that look like baits and name an address without any resemblance. */
const everyday: Scene = (context) => {
  const { builder, stream, index } = context
  const kinds = ['micro-deposit', 'sub-cent reward', 'other token by a relayer', 'zero fee by a relayer'] as const
  const variant = kinds[index % 4] ?? 'micro-deposit'
  const target = stream.address()
  const relayer = stream.address()
  const time = builder.now - stream.between(1, 100) * DAY
  const usdc = usdcOf(builder.chain)
  const tx = stream.hash()
  const incoming = { from: target, to: builder.address, token: usdc, time, kind: 'benign' as const }
  const outgoing = { from: builder.address, to: target, signer: relayer, time, kind: 'benign' as const, tx }
  if (variant === 'micro-deposit')
    for (const signer of [relayer, relayer])
      builder.record(stream, { ...incoming, signer, value: String(10_000 + stream.below(980_000)) })
  else if (variant === 'sub-cent reward')
    builder.record(stream, { ...incoming, signer: target, value: String(1 + stream.below(9_999)) })
  else {
    // The relayer has submitted a payment that only the payer could sign, in the same transaction.
    const payment = { ...outgoing, to: stream.address(), token: usdc, kind: 'payment' as const }
    builder.record(stream, { ...payment, value: drawAmount(stream).toString() })
    if (variant === 'zero fee by a relayer') builder.record(stream, { ...outgoing, token: usdc, value: '0' })
    else {
      const token = drawCounterfeit(builder.seed, stream)
      builder.record(stream, {
        ...outgoing,
        token,
        symbol: 'GOV',
        decimals: 18,
        value: `${1 + stream.below(99)}${'0'.repeat(18)}`,
      })
    }
  }
  return benign(context, { target, expected: 'safe', variant })
}

/** N20: an imitation was there before the payee was first paid, and has sent the payer something. */
const groomed: Scene = (context) => {
  const { builder, stream, index } = context
  const kind = (['two dollars', 'half a dollar', 'signed nothing', 'forged'] as const)[index % 4] ?? 'forged'
  const payments = [0, 1, 3][Math.floor(index / 4) % 3] ?? 0
  const target = stream.address()
  const impostor = imitate(stream, target)
  const first = builder.now - stream.between(100, 300) * DAY
  const time = first - DAY
  if (kind === 'two dollars') receive(context, impostor, 2n * dollar, time)
  else if (kind === 'half a dollar') receive(context, impostor, dollar / 2n, time)
  else
    plantBait(builder, stream, {
      kind: kind === 'forged' ? 'zero-value' : 'native-zero',
      target: impostor,
      time,
      amount: drawAmount(stream),
    })
  for (let paid = 0; paid < payments; paid++) builder.pay(stream, payeeAt(builder, target), first + paid * DAY)
  return benign(context, { target, expected: 'not-block', variant: `${kind}, paid ${payments} times` })
}

/** N21: baits for a payee who is about to be paid for the first time, and for its imitation. */
const ambushed: Scene = (context) => {
  const { builder, stream, index } = context
  const variant = (['both', 'payee', 'imitation'] as const)[index % 3] ?? 'both'
  const target = stream.address()
  const impostor = imitate(stream, target)
  const baited = variant === 'both' ? [target, impostor] : variant === 'payee' ? [target] : [impostor]
  for (const address of baited)
    for (let more = 1 + stream.below(3); more > 0; more--) {
      const time = builder.now - stream.between(0.1, 60) * DAY
      plantBait(builder, stream, { kind: drawForgery(context), target: address, time, amount: drawAmount(stream) })
    }
  return benign(context, { target, expected: 'not-block', variant })
}

/** N22: after the payee, an imitation is paid on another chain, enough to make it a strong reference. */
const shadowed: Scene = (context) => {
  const { builder, stream, index } = context
  const target = stream.address()
  const impostor = imitate(stream, target)
  const first = builder.now - stream.between(190, 300) * DAY
  for (let payment = 0; payment < 3; payment++) builder.pay(stream, payeeAt(builder, target), first + payment * DAY)
  const chain = otherChain(stream, builder.chain)
  const isNative = index % 2 === 1
  const imitation = { ...payeeAt(builder, impostor), chain, token: usdcOf(chain), native: isNative }
  builder.pay(stream, imitation, first + 10 * DAY)
  return benign(context, { target, expected: 'not-block', variant: isNative ? 'native' : 'USDC' })
}

/** Makers of the classes in which a third party, or chance, turns the firewall against an honest payee. */
export const WEAPON_SCENES = {
  N12: robbed,
  N13: framedEarly,
  N14: drowned,
  N15: refunded,
  N16: clumsy,
  N17: ofFactory,
  N18: claimedToday,
  N19: everyday,
  N20: groomed,
  N21: ambushed,
  N22: shadowed,
} satisfies Record<string, Scene>

/** What a third party can write without the payer or the payee. */
function drawForgery({ stream }: SceneContext): BaitKind {
  return stream.pick(['zero-value', 'counterfeit', 'nft'])
}
