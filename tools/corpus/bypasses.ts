import type { Address } from 'viem'
import { makeConfusable, makeLookalike, makeVanity } from './addresses.js'
import { plantBait, plantBaits } from './baits.js'
import { addGenuine, hoursSince, imitate, pickGenuine, poisoned, type Scene, type SceneContext } from './scene.js'
import { type BaitMix, usdcOf } from './tables.js'
import type { CorpusQuery } from './types.js'
import { DAY, drawAmount, HOUR, type Payee, type WalletBuilder } from './wallet.js'

const cent = 10_000n
const dollar = 1_000_000n
/** Up to this number of payees, a lookalike of 3 + 4 characters without a bait must be blocked. */
const fewPayees = 1_000

/** P13: the impostor has code and the payee has none; no bait. */
const withCode: Scene = (context) => {
  const { builder, stream, index } = context
  const kind = (['unpaid', 'paid', 'long', 'vanity', 'beyond grinding'] as const)[index % 5] ?? 'paid'
  const isPaid = kind === 'paid' || kind === 'long'
  const genuine = kind === 'vanity' ? payVanity(context) : (isPaid ? addGenuine : pickGenuine)(context).address
  const target =
    kind === 'long'
      ? makeLookalike(stream, genuine, 9, 9)
      : kind === 'vanity'
        ? makeLookalike(stream, genuine, 6, 6)
        : kind === 'beyond grinding'
          ? makeLookalike(stream, genuine, 11, 11)
          : imitate(stream, genuine)
  if (isPaid) payImpostor(context, target, drawAmount(stream))
  return shown(context, target, genuine, {
    expected: kind === 'beyond grinding' ? 'not-safe' : 'block',
    variant: among(builder, kind),
    codes: { [target]: stream.hash(), [genuine]: null },
  })
}

/** P14: the payee's address begins with 00 or holds a run of three, and the impostor shares six and six characters. */
const ofVanity: Scene = (context) => {
  const genuine = payVanity(context)
  const target = makeLookalike(context.stream, genuine, 6, 6)
  const variant = genuine.startsWith('0x00') ? 'zeros' : 'run'
  return shown(context, target, genuine, { expected: 'block', variant, codes: { [target]: null, [genuine]: null } })
}

/** P15: the impostor has been paid little, before the payee or after; no bait. */
const paidLittle: Scene = (context) => {
  const { genuine, impostor, kind, isImpostorFirst } = payPair(context)
  const isUndecided = kind === 'percent' && isImpostorFirst
  return shown(context, impostor, genuine, {
    expected: isUndecided ? 'not-safe' : 'block',
    variant: among(context.builder, isUndecided ? 'percent, paid first' : kind),
  })
}

/** P16: baits of kinds that earlier engines ignored. */
const unreadBaits: Scene = (context) => {
  const { stream, index } = context
  const kind = (['nft', 'native-data', 'self-signed'] as const)[index % 3] ?? 'nft'
  const genuine = pickGenuine(context).address
  return baited(context, imitate(stream, genuine), genuine, { mix: { [kind]: 1 }, expected: 'block', variant: kind })
}

/** P17: the payee has only ever paid the payer: an employer, an exchange. */
const ofIncome: Scene = (context) => {
  const { builder, stream, index } = context
  const genuine = stream.address()
  const first = builder.now - stream.between(190, 600) * DAY
  for (let more = 1 + stream.below(12); more > 0; more--)
    receive(context, genuine, dollar + drawAmount(stream), stream.between(first, builder.now - 120 * DAY))
  const target = imitate(stream, genuine)
  const asked = { expected: 'not-safe', variant: index % 2 === 0 ? 'bait' : 'no bait' } as const
  if (index % 2 === 0) return baited(context, target, genuine, { ...asked, mix: { 'zero-value': 1, tiny: 1 } })
  return shown(context, target, genuine, asked)
}

/** P18: the payee got the money of a bridge's mint, or of a contract that splits a payment. */
const ofMints: Scene = (context) => {
  const { builder, stream, index } = context
  const kind = index % 2 === 0 ? 'mint' : 'split'
  const genuine = stream.address()
  const time = builder.now - stream.between(190, 600) * DAY
  const movement = { from: builder.address, to: genuine, signer: stream.address(), time, token: usdcOf(builder.chain) }
  builder.record(stream, { ...movement, value: drawAmount(stream).toString(), kind: `settled-${kind}` })
  return shown(context, imitate(stream, genuine), genuine, { expected: 'block', variant: among(builder, kind) })
}

/** P19: a provider without histories counts a zero-value transfer from an address that was paid, verified or saved. */
const ofAnswers: Scene = (context) => {
  const { builder, stream, index } = context
  const variant = (['paid', 'verified', 'saved'] as const)[index % 3] ?? 'paid'
  const target = stream.address()
  const time = builder.now - stream.between(20, 100) * DAY
  const bait = { from: target, to: builder.address, signer: target, time, token: usdcOf(builder.chain) }
  builder.record(stream, { ...bait, value: '0', kind: 'zero-value' })
  if (variant === 'paid') builder.addPayee(stream, { address: target }, time + DAY)
  else if (variant === 'saved') builder.contacts.push(target)
  else
    builder.record(stream, {
      from: builder.address,
      to: target,
      signer: target,
      time: time + DAY,
      token: usdcOf(builder.chain),
      value: drawAmount(stream).toString(),
      kind: 'settled',
    })
  return poisoned(context, { target, expected: 'not-safe', variant, mode: 'answers', baits: ['zero-value'] })
}

/** P20: four characters at one end, with a bait. */
const short: Scene = (context) => {
  const { builder, stream, index } = context
  const genuine = pickGenuine(context).address
  const isFront = index % 2 === 0
  const target = makeLookalike(stream, genuine, isFront ? 4 : 0, isFront ? 0 : 4)
  const mix = stream.pick<BaitMix>([{ tiny: 1 }, { 'zero-value': 1 }, { counterfeit: 1 }])
  return baited(context, target, genuine, {
    mix,
    expected: 'not-safe',
    variant: among(builder, isFront ? '4 + 0' : '0 + 4'),
  })
}

/** P21: the payee got less than a dollar. */
const ofWeak: Scene = (context) => {
  const { builder, stream } = context
  const genuine = stream.address()
  const time = builder.now - stream.between(190, 600) * DAY
  builder.pay(stream, payeeAt(builder, genuine), time, builder.address, cent * BigInt(1 + stream.below(99)))
  return baited(context, imitate(stream, genuine), genuine, { mix: { tiny: 1, 'zero-value': 1 }, expected: 'not-safe' })
}

/** P22: before the payee was first paid, a bait for it was planted, so that it would lose its protection. */
const discredited: Scene = (context) => {
  const { builder, stream, index } = context
  const kind = (['zero-value', 'counterfeit', 'native-zero', 'tiny'] as const)[index % 4] ?? 'tiny'
  const genuine = stream.address()
  const first = builder.now - stream.between(190, 600) * DAY
  plantBait(builder, stream, { kind, target: genuine, time: first - DAY, amount: drawAmount(stream) })
  for (let payment = 0; payment < 3; payment++) builder.pay(stream, payeeAt(builder, genuine), first + payment * DAY)
  const isBaited = Math.floor(index / 4) % 2 === 0
  const asked = { expected: 'block', variant: among(builder, `${kind}, ${isBaited ? 'bait' : 'no bait'}`) } as const
  const target = imitate(stream, genuine)
  if (isBaited) return baited(context, target, genuine, { ...asked, mix: { 'zero-value': 1, counterfeit: 1 } })
  return shown(context, target, genuine, asked)
}

/** H2: characters at the ends are exchanged for ones that look alike. */
const confusable: Scene = (context) => {
  const { builder, stream, index } = context
  const genuine = pickGenuine(context).address
  const target = makeConfusable(stream, genuine)
  const variant = among(builder, index % 2 === 0 ? 'bait' : 'no bait')
  const asked = { expected: 'not-safe', variant } as const
  if (index % 2 === 0) return baited(context, target, genuine, { ...asked, mix: { tiny: 1, 'zero-value': 1 } })
  return shown(context, target, genuine, asked)
}

/** Makers of the classes that an earlier engine let pass. */
export const BYPASS_SCENES = {
  P13: withCode,
  P14: ofVanity,
  P15: paidLittle,
  P16: unreadBaits,
  P17: ofIncome,
  P18: ofMints,
  P19: ofAnswers,
  P20: short,
  P21: ofWeak,
  P22: discredited,
  H2: confusable,
} satisfies Record<string, Scene>

/** A payee and its impostor, one or both of which have been paid; there is no bait for either. */
export function payPair(context: SceneContext): {
  genuine: Address
  impostor: Address
  kind: 'cent' | 'dollar' | 'contact' | 'own' | 'percent' | 'percent later' | 'cent, percent later'
  isImpostorFirst: boolean
} {
  const { builder, stream, index } = context
  const kinds = ['cent', 'dollar', 'contact', 'own', 'percent', 'percent later', 'cent, percent later'] as const
  const kind = kinds[index % kinds.length] ?? 'cent'
  const genuine = kind === 'own' ? addOwn(context) : stream.address()
  const impostor = imitate(stream, genuine)
  const first = builder.now - stream.between(300, 600) * DAY
  const isImpostorFirst = !kind.endsWith('percent later')
  let total = 0n
  if (kind === 'contact') builder.contacts.push(genuine)
  else if (kind !== 'own')
    for (let payment = 0; payment < 20; payment++) {
      const amount = 1_000n * dollar + drawAmount(stream)
      builder.pay(stream, payeeAt(builder, genuine), first + (20 + payment) * HOUR, builder.address, amount)
      total += amount
    }
  const paid = kind.includes('percent') ? total / 100n + cent : kind === 'dollar' ? dollar : 1_000n
  const time = isImpostorFirst ? first : builder.now - stream.between(20, 100) * DAY
  if (kind === 'cent, percent later') builder.pay(stream, payeeAt(builder, impostor), first, builder.address, cent)
  builder.pay(stream, payeeAt(builder, impostor), time, builder.address, paid)
  return { genuine, impostor, kind, isImpostorFirst }
}

/** A payee of the wallet's own chain, in USDC. */
export function payeeAt(builder: WalletBuilder, address: Address): Payee {
  return { address, kind: 'plain', chain: builder.chain, token: usdcOf(builder.chain), native: false }
}

/** Records an incoming payment. */
export function receive({ builder, stream }: SceneContext, from: Address, value: bigint, time: number): void {
  const movement = { from, to: builder.address, signer: from, token: usdcOf(builder.chain), value: value.toString() }
  builder.record(stream, { ...movement, kind: 'benign', time })
}

/** The variant, and the wallet's kind when other bars apply to it. */
export function among(builder: WalletBuilder, variant: string): string {
  return builder.payees.length > fewPayees ? `${variant}, many payees` : variant
}

function addOwn({ builder, stream }: SceneContext): Address {
  const address = stream.address()
  builder.own.push(address)
  return address
}

function payVanity({ builder, stream }: SceneContext): Address {
  const address = makeVanity(stream)
  builder.addPayee(stream, { address }, builder.now - stream.between(190, 600) * DAY)
  return address
}

function payImpostor({ builder, stream }: SceneContext, target: Address, amount: bigint): void {
  const time = builder.now - stream.between(1, 180) * DAY
  builder.pay(stream, payeeAt(builder, target), time, builder.address, amount)
}

type Asked = Pick<CorpusQuery, 'expected'> & Partial<CorpusQuery>

/** A lookalike without a bait in the history: the payer has it from elsewhere. */
function shown(context: SceneContext, target: Address, genuine: Address, asked: Asked): CorpusQuery {
  const ageHours = 24 * context.stream.between(10, 300)
  return poisoned(context, { target, genuine, ageHours, transactionCount: 20, ...asked })
}

function baited(
  context: SceneContext,
  target: Address,
  genuine: Address,
  { mix, ...asked }: Asked & { mix: BaitMix },
): CorpusQuery {
  const { builder, stream } = context
  const planted = plantBaits(builder, stream, { target, mix, before: builder.now })
  const ageHours = hoursSince(builder, planted.first - stream.between(60, 2 * DAY))
  return poisoned(context, { target, genuine, baits: planted.kinds, ageHours, transactionCount: 3, ...asked })
}
