import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { createClient, custom, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { findTransactionByNonce } from './findTransactionByNonce.js'

const sender = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** In each block, how many transactions the sender has made, and how many delegations, which use a nonce without one. */
const blocks = fc.array(fc.record({ sent: fc.nat({ max: 3 }), delegated: fc.nat({ max: 1 }) }), {
  minLength: 1,
  maxLength: 80,
})

test('property: it is the transaction with that nonce, or none where a delegation used it or it is free', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (made) => {
      const counts: number[] = []
      const byBlock: { from: Hex; nonce: Hex; hash: Hex }[][] = []
      const hashes: (Hex | undefined)[] = []
      for (const [number, { sent, delegated }] of made.entries()) {
        const own = Array.from({ length: sent }, (_, index) => {
          const hash = numberToHex(number * 10 + index, { size: 32 })
          return { from: sender.toLowerCase() as Hex, nonce: numberToHex(hashes.push(hash) - 1), hash }
        })
        for (let index = 0; index < delegated; index++) hashes.push(undefined)
        counts.push(hashes.length)
        const foreign = {
          from: stranger,
          nonce: numberToHex(hashes.length),
          hash: numberToHex(9, { size: 32 }),
        } as const
        byBlock.push([foreign, ...own])
      }
      const client = createClient({
        transport: custom({
          async request({ method, params }: { method: string; params: readonly [Hex, Hex] }) {
            if (method === 'eth_chainId') return '0x1'
            if (method === 'eth_blockNumber') return numberToHex(made.length - 1)
            if (method === 'eth_getTransactionCount') return numberToHex(counts[Number(params[1])] ?? 0)
            if (method === 'eth_getBlockByNumber') return { transactions: byBlock[Number(params[0])] }
            throw new Error(`unexpected ${method}`)
          },
        }),
      })
      const found: (Hex | undefined)[] = []
      for (let nonce = 0; nonce <= hashes.length; nonce++)
        found.push((await findTransactionByNonce(client, sender, nonce))?.hash)
      expect(found).toEqual([...hashes, undefined])
    }),
    runs(30, 500),
  )
})
