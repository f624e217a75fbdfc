import { randomBytes } from 'node:crypto'
import { encodeBoxCode, predictBoxAddress } from '@holdfast/contracts'
import { PRIMARY_CHAIN_ID, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { ownerHash, vaultHash } from '@holdfast/sdk/shield'
import { type Address, bytesToHex, createClient, createTransport, getAddress, type Hex } from 'viem'
import type { ServedChain } from '../src/chains/ServedChain.js'
import { createDigests } from '../src/cosign/createDigests.js'

/**
 * A chain without latency and without a node, for measuring the code in front of one: it answers reads of its boxes and
 * accepts every simulation.
 */
export function stubChain(): ServedChain & {
  asked: number
  looks: number
  /** Unix seconds of the blocks in which boxes are added. @default now */
  time: number | undefined
  addBox: (terms: BoxTerms) => Address
} {
  const deployment = requireDeployment(PRIMARY_CHAIN_ID)
  const digestOf = createDigests()
  const boxes = new Map<string, { head: string; state: string; tail: string; target: Address; mode: 0 | 1 }>()
  const chain = {
    id: PRIMARY_CHAIN_ID,
    deployment,
    endpoints: [],
    operators: [],
    broadcast: async () => [],
    lastAnswerAt: () => Date.now(),
    asked: 0,
    looks: 0,
    // Assigned by a test.
    time: undefined as number | undefined,
    addBox({ owner, cosigner, mode, target = randomAddress(), spent = 0n, lastPull = 0n, ...rest }: BoxTerms) {
      const { token = deployment.usdc, maxAmount = max, perPullMax = 0n, expiry = 2_000_000_000, balance = max } = rest
      const interval = mode === 1 ? 3_600 : 0
      const terms = { token, cosigner, vaultHash: vaultHash(owner), target }
      const made = {
        ownerHash: ownerHash(owner),
        salt: bytesToHex(randomBytes(32)),
        policy: { ...terms, maxAmount, perPullMax, expiry, interval, mode },
      }
      const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployment
      const account = predictBoxAddress({ address, implementation }, made)
      const code = encodeBoxCode(implementation, made)
      const size = BigInt(code.length / 2 - 1)
      const now = BigInt(chain.time ?? Math.floor(Date.now() / 1000))
      const head =
        [BigInt(PRIMARY_CHAIN_ID), 60_000_000n, now, gasLeft, size].map(word).join('') + code.slice(2).padEnd(576, '0')
      const policy = [token, cosigner, vaultHash(owner), target, maxAmount, perPullMax, expiry, interval, mode]
      const state = [1n, ownerHash(owner), ...policy, 1n, spent, 1n, 0n, 1n, lastPull, 1n]
        .map((value) => word(BigInt(value)))
        .join('')
      boxes.set(account.slice(2).toLowerCase(), { head, state, tail: word(1n) + word(balance), target, mode })
      return account
    },
  }
  const request = async ({ params }: { params: [{ to?: Address; data: Hex }] }) => {
    chain.asked++
    const [{ to, data }] = params
    if (to !== undefined) return '0x'
    chain.looks++
    // The account comes after three words of the program, the amount in the calldata of `spendDigest`.
    const account = data.slice(2 + accountAt, 2 + accountAt + 40)
    const box = boxes.get(account)
    if (box === undefined) throw new Error('There is no such box.')
    const amount = BigInt(`0x${data.slice(-(36 + 64) * 2, -(36 + 32) * 2)}`)
    const { target, mode } = box
    const digest = digestOf({ account: `0x${account}`, chainId: chain.id, target, amount, nonce: 0n, action: mode })
    return `0x${box.head}${box.state}${digest.slice(2)}${box.tail}`
  }
  const transport = () =>
    createTransport({ key: 'stub', name: 'stub', type: 'custom', retryCount: 0, request: request as never })
  return Object.assign(chain, { client: createClient({ chain: viemChainFor(chain.id), transport }) })
}

/** Each box pays its own target unless one is given, and has more than enough of everything else. */
type BoxTerms = {
  owner: Address
  cosigner: Address
  mode: 0 | 1
  target?: Address
  token?: Address
  maxAmount?: bigint
  perPullMax?: bigint
  /** Unix seconds, and so is `lastPull`. */
  expiry?: number
  lastPull?: bigint
  spent?: bigint
  balance?: bigint
}

const max = 10n ** 15n

/** Hex characters before the first account in the program. */
const accountAt = 32

/** More than any call of a read may use. */
const gasLeft = 30_000_000n

function randomAddress(): Address {
  return getAddress(bytesToHex(randomBytes(20)))
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
