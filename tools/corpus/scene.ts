import type { Address } from 'viem'
import { countMatches, drawMatch, makeLookalike } from './addresses.js'
import type { Stream } from './stream.js'
import type { Distribution } from './tables.js'
import type { CorpusClass, CorpusQuery } from './types.js'
import { DAY, HOUR, type Payee, type WalletBuilder } from './wallet.js'

/** Makes one query: may add events to the wallet, and returns the question. */
export type Scene = (context: SceneContext) => CorpusQuery

export type SceneContext = {
  builder: WalletBuilder
  /** Of this query alone. */
  stream: Stream
  class: CorpusClass
  /** Its number within its class. */
  index: number
}

/** An ordinary lookalike: of one of the three distributions, unless one is given. */
export function imitate(
  stream: Stream,
  genuine: Address,
  distribution: Distribution = stream.pick(['E', 'B', 'F']),
): Address {
  const { p, s } = drawMatch(stream, distribution)
  return makeLookalike(stream, genuine, p, s)
}

type Asked = Pick<CorpusQuery, 'target' | 'expected'> & Partial<CorpusQuery>

/** A query about a lookalike, with the matches counted. */
export function poisoned({ builder, class: name, index }: SceneContext, asked: Asked): CorpusQuery {
  const matches = asked.genuine && countMatches(asked.target, asked.genuine)
  return { ...toQuery(builder, name, index, asked), ...asked, ...matches, label: 'poisoned' }
}

/** A query about an honest payee. */
export function benign({ builder, class: name, index }: SceneContext, asked: Asked): CorpusQuery {
  return { ...toQuery(builder, name, index, asked), ...asked, label: 'benign' }
}

function toQuery(builder: WalletBuilder, name: CorpusClass, index: number, asked: Asked): CorpusQuery {
  return {
    type: 'query',
    id: `${name}/${index}`,
    sender: builder.address,
    time: builder.now,
    chain: builder.chain,
    class: name,
    label: 'benign',
    baits: [],
    ageHours: 24 * 365,
    transactionCount: 100,
    ...asked,
  }
}

/** Hours since a moment, as a query says them. */
export function hoursSince(builder: WalletBuilder, time: number): number {
  return Math.round(((builder.now - time) / HOUR) * 100) / 100
}

/**
 * A payee of this query alone. If the query pays an impostor for which there is no bait, payee and impostor are a pair
 * that a person must decide, so no other query may name either.
 */
export function addGenuine({ builder, stream }: SceneContext): Payee {
  return builder.addPayee(stream, {}, builder.now - stream.between(190, 600) * DAY)
}

/** A payee paid in USDC on the home chain: the ordinary victim of imitation. */
export function pickGenuine({ builder, stream }: SceneContext): Payee {
  return builder.pickPayee(stream, ({ native, chain }) => !native && chain === builder.chain)
}
