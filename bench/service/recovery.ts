import { recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bodyHash, createSignerRecovery, messageDigest, parseSignature } from '../../service/src/http/recoverSigner.js'

/** Processor time of hashing a body and a message and recovering who signed it, in microseconds: ours, and with noble. */
export async function measureRecovery(): Promise<{ ours: number; noble: number }> {
  const account = privateKeyToAccount(`0x${'2'.repeat(64)}`)
  const body = Buffer.from(JSON.stringify({ to: account.address }))
  const text = (index: number) => `Holdfast API request\npath: /api/relay/gas\nts: ${index}\nbody: ${bodyHash(body)}`
  const signed = await Promise.all(
    Array.from({ length: 500 }, (_, index) => account.signMessage({ message: text(index) })),
  )
  const recovery = await createSignerRecovery()
  const own = account.address.toLowerCase()

  const ours = await timed(signed, async (signature, index) => {
    const parsed = parseSignature(signature)
    return parsed && recovery.recover(messageDigest(text(index)), parsed)
  })
  const noble = await timed(signed, async (signature, index) =>
    (await recoverAddress({ hash: messageDigest(text(index)), signature })).toLowerCase(),
  )
  return { ours, noble }

  async function timed(
    signatures: readonly `0x${string}`[],
    recover: (signature: `0x${string}`, index: number) => Promise<string | undefined>,
  ): Promise<number> {
    let before = process.cpuUsage()
    for (let round = 0; round < 5; round++) {
      // The first round warms up.
      if (round === 1) before = process.cpuUsage()
      for (const [index, signature] of signatures.entries())
        if ((await recover(signature, index)) !== own) throw new Error('Somebody else was recovered.')
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / (4 * signatures.length)
  }
}
