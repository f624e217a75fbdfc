import type { HistoryRecord } from '@holdfast/sdk/risk'
import type { Address, Hash } from 'viem'
import { makeLookalike } from '../../tools/corpus/addresses.js'
import type { Stream } from '../../tools/corpus/stream.js'
import { usdcOf } from '../../tools/corpus/tables.js'

/** What an attacker does on the chain, apart from searching for an address. */
export type Way = {
  name: string
  gas: number
  /** What it gives away, in USDC base units. */
  given: bigint
  /** Whether the address is that of a contract. */
  isContract?: boolean
  /** Whether the payee is a contract of the same code, as two accounts of one wallet are. */
  isSameCode?: boolean
  /** Records that exist in the end, given the payer, the payee and its imitation. */
  records: (scene: Scene) => HistoryRecord[]
}

/** Payer, payee and imitation, and a place in time after the first payment to the payee. */
export type Scene = {
  sender: Address
  payee: Address
  imitation: Address
  stream: Stream
  /** Before the payee's first payment, and after it. */
  before: bigint
  after: bigint
}

const chainId = 5042002
const { address: usdc, decimals } = usdcOf(chainId)

/** A transfer of USDC. */
function record(
  { stream }: Scene,
  blockNumber: bigint,
  movement: Pick<HistoryRecord, 'from' | 'to' | 'signer' | 'value'> & Partial<HistoryRecord>,
): HistoryRecord {
  return {
    chainId,
    token: usdc,
    canonical: true,
    decimals,
    blockNumber,
    logIndex: 1,
    timestamp: new Date(1_735_689_600_000 + Number(blockNumber - 20_000_000n) * 500),
    transactionHash: stream.hash() as Hash,
    ...movement,
  }
}

const transferGas = 50_000
const forgedGas = 45_000
const deploymentGas = 60_000

/** Ways to have a payer meet an imitation of a payee. */
export const IMITATIONS: readonly Way[] = [
  { name: 'a message with the address', gas: 0, given: 0n, records: () => [] },
  {
    name: 'a message, the address is a contract',
    gas: deploymentGas,
    given: 0n,
    isContract: true,
    records: () => [],
  },
  {
    name: 'a message, payee and address are contracts of one factory',
    gas: deploymentGas,
    given: 0n,
    isContract: true,
    isSameCode: true,
    records: () => [],
  },
  {
    name: 'is paid a cent for something',
    gas: 0,
    given: 0n,
    records: (scene) => [paid(scene, scene.after, scene.imitation, 10_000n)],
  },
  {
    name: 'is paid a cent before the payee is paid',
    gas: 0,
    given: 0n,
    records: (scene) => [paid(scene, scene.before, scene.imitation, 10_000n)],
  },
  {
    name: 'is paid a cent before the payee is paid, and a dollar after',
    gas: 0,
    given: 0n,
    records: (scene) => [
      paid(scene, scene.before, scene.imitation, 10_000n),
      paid(scene, scene.after, scene.imitation, 1_000_000n),
    ],
  },
  {
    name: 'is paid a dollar before the payee is paid',
    gas: 0,
    given: 0n,
    records: (scene) => [paid(scene, scene.before, scene.imitation, 1_000_000n)],
  },
  {
    name: 'is paid a dollar before the payee is paid, and forges a record about the payee',
    gas: forgedGas,
    given: 0n,
    records: (scene) => [
      paid(scene, scene.before, scene.imitation, 1_000_000n),
      forged(scene, scene.before + 1n, scene.payee),
    ],
  },
  {
    name: 'sends a cent',
    gas: transferGas,
    given: 10_000n,
    records: (scene) => [received(scene, scene.after, scene.imitation, 10_000n)],
  },
  {
    name: 'sends two dollars',
    gas: transferGas,
    given: 2_000_000n,
    records: (scene) => [received(scene, scene.after, scene.imitation, 2_000_000n)],
  },
  {
    name: 'a forged record',
    gas: forgedGas,
    given: 0n,
    records: (scene) => [forged(scene, scene.after, scene.imitation)],
  },
]

/** Ways to have a payer doubt an honest payee of whom nothing else is bad. */
export const WEAPONS: readonly Way[] = [
  {
    name: 'a forged record that names the payee',
    gas: forgedGas,
    given: 0n,
    records: (scene) => [forged(scene, scene.before, scene.payee)],
  },
  {
    name: 'a counterfeit token that names the payee',
    gas: forgedGas,
    given: 0n,
    records: (scene) => [
      { ...forged(scene, scene.before, scene.payee), token: scene.stream.address(), canonical: false, value: 1n },
    ],
  },
  {
    name: 'a hundred forged records, so that signers are not read',
    gas: 101 * forgedGas,
    given: 0n,
    records: (scene) => [{ ...forged(scene, scene.before, scene.payee), signer: null }],
  },
  {
    name: 'an imitation of the payee sends two dollars first',
    gas: transferGas,
    given: 2_000_000n,
    records: (scene) => [received(scene, scene.before, scene.imitation, 2_000_000n)],
  },
  {
    name: 'an imitation of the payee is paid a cent first',
    gas: 0,
    given: 0n,
    records: (scene) => [paid(scene, scene.before, scene.imitation, 10_000n)],
  },
  {
    name: 'an imitation of the payee is paid a cent first, and a dollar later',
    gas: 0,
    given: 0n,
    records: (scene) => [
      paid(scene, scene.before, scene.imitation, 10_000n),
      paid(scene, scene.after + 100n, scene.imitation, 1_000_000n),
    ],
  },
  {
    name: 'an imitation of the payee is paid 25 dollars first',
    gas: 0,
    given: 0n,
    records: (scene) => [paid(scene, scene.before, scene.imitation, 25_000_000n)],
  },
  {
    name: 'an imitation of the payee is forged into the history',
    gas: forgedGas,
    given: 0n,
    records: (scene) => [forged(scene, scene.before, scene.imitation)],
  },
]

/** An imitation that shares four and four characters, as the cheapest that every wallet confuses. */
export function imitate(stream: Stream, payee: Address, p = 4, s = 4): Address {
  return makeLookalike(stream, payee, p, s)
}

/** A payment that the payer really makes. */
export function paid(scene: Scene, block: bigint, to: Address, value: bigint): HistoryRecord {
  return record(scene, block, { from: scene.sender, to, signer: scene.sender, value })
}

function received(scene: Scene, block: bigint, from: Address, value: bigint): HistoryRecord {
  return record(scene, block, { from, to: scene.sender, signer: from, value })
}

function forged(scene: Scene, block: bigint, to: Address): HistoryRecord {
  return record(scene, block, { from: scene.sender, to, signer: scene.stream.address(), value: 0n })
}
