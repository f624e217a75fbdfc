import { apiRequestMessage } from '@holdfast/sdk/wire'
import { type Hex, hashMessage, keccak256, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSignerRecovery, parseSignature } from '../../service/src/keys/createSignerRecovery.js'

/**
 * Processor time of identifying the signer of a request: hashing its body and its message, and recovering. In
 * microseconds, one figure for each of the rounds, which alternate: ours, and noble as viem calls it.
 */
export async function measureRecovery(rounds: number): Promise<{ ours: number[]; noble: number[] }> {
  const account = privateKeyToAccount(`0x${'2'.repeat(64)}`)
  const body = Buffer.from(JSON.stringify({ to: account.address }))
  const textOf = (index: number, bodyHash: Hex) =>
    apiRequestMessage({ path: '/api/relay/gas', timestamp: 1_800_000_000_000 + index, bodyHash })
  const signatures = await Promise.all(
    Array.from({ length: 500 }, (_, index) => account.signMessage({ message: textOf(index, keccak256(body)) })),
  )
  const own = account.address.toLowerCase()
  const { bodyHash, messageDigest, recover } = await createSignerRecovery()

  const contenders = {
    ours: async (signature: Hex, index: number) => {
      const parsed = parseSignature(signature)
      return parsed && recover(messageDigest(textOf(index, bodyHash(body))), parsed)
    },
    noble: async (signature: Hex, index: number) =>
      (await recoverAddress({ hash: hashMessage(textOf(index, keccak256(body))), signature })).toLowerCase(),
  }
  const figures = { ours: [] as number[], noble: [] as number[] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['ours', 'noble'] as const) {
      const before = process.cpuUsage()
      for (const [index, signature] of signatures.entries())
        if ((await contenders[name](signature, index)) !== own) throw new Error('Another signer was recovered.')
      const { user, system } = process.cpuUsage(before)
      if (round > 0) figures[name].push((user + system) / signatures.length)
    }
  }
  return figures
}
