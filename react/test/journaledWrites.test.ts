import { primaryChain } from '@holdfast/sdk/chain'
import type { Actor, TestStage } from '@holdfast/testkit/stage'
import { type Address, createPublicClient, createWalletClient, custom } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { createHoldfast } from '../src/query/createHoldfast.js'
import * as query from '../src/query/index.js'
import type { JournalEntry, JournalStore } from '../src/query/journal.js'
import type { Config, WriteParameters } from '../src/query/types.js'
import { appOf } from './appOf.js'

const address: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const asked: string[] = []
/** Of a wallet and of a node: what only asks for the chain opens no window. */
const transport = custom({
  async request({ method }: { method: string }) {
    if (method === 'eth_chainId') return `0x${primaryChain.id.toString(16)}`
    asked.push(method)
    throw new Error(`unexpected ${method}`)
  },
})
const wallet: Actor = {
  address,
  publicClient: createPublicClient({ chain: primaryChain, transport }),
  walletClient: createWalletClient({ account: address, chain: primaryChain, transport }),
}

type Build = (config: Config, parameters: WriteParameters) => { mutationFn: (variables: object) => Promise<unknown> }
const builders = Object.entries(query).flatMap(([name, build]): [string, Build][] =>
  // Each takes variables of its own, of which none is read before the row is made.
  name.endsWith('MutationOptions') ? [[name, build as unknown as Build]] : [],
)

const kept: JournalEntry = {
  id: 'row',
  operation: null,
  chainId: null,
  account: null,
  state: 'kept',
  params: {},
  secret: { code: 'kept' },
  txHashes: [],
  progress: {},
  startedAt: new Date(0),
}

beforeEach(() => void asked.splice(0))

test('every write of the SDK that can move money has a builder', () => {
  const names = builders.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['sendProtectedMutationOptions', 'executePlanMutationOptions']))
  expect(names.length).toBeGreaterThan(65)
})

test.each(builders)(
  '%s: its row is written before anything is asked for, and stops it where that fails',
  async (_, build) => {
    // Of a stage only the address of the node is read, which does not answer.
    const config = await appOf({ devnet: { primary: { rpcUrl: 'http://127.0.0.1:9' } } } as TestStage, wallet)
    const written: JournalEntry[] = []
    const store: JournalStore = {
      read: async () => kept,
      async write(entry) {
        written.push(entry)
        throw new Error('QuotaExceededError')
      },
      list: async () => [],
      remove: async () => {},
    }
    const { mutationFn } = build(config, { holdfast: createHoldfast({ store }) })
    await expect(mutationFn({ entry: kept.id })).rejects.toMatchObject({
      effect: 'none',
      shortMessage: 'The journal could not be written.',
    })
    // With its intent and the secrets that were there: from both a later look finds what came of it.
    expect(written).toMatchObject([{ id: kept.id, state: 'started', secret: kept.secret, chainId: primaryChain.id }])
    expect(written[0]?.operation).toEqual(expect.any(String))
    expect(asked).toEqual([])
  },
)
