import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, type Hex, hexToBigInt, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { openSigner } from './openSigner.js'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((raw) => bytesToHex(raw))
const key = fc
  .oneof(fc.bigInt({ min: 1n, max: order - 1n }), fc.constantFrom(1n, 2n, order - 1n, order - 2n))
  .map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })

const typedData = fc
  .record({ target: bytes(20), amount, verifyingContract: bytes(20), chainId: fc.nat(), note: fc.string() })
  .map(
    ({ target, amount, verifyingContract, chainId, note }) =>
      ({
        domain: { name: 'Holdfast SpendPolicy', version: '1', chainId, verifyingContract },
        types: {
          Spend: [
            { name: 'target', type: 'address' },
            { name: 'amount', type: 'uint256' },
            { name: 'note', type: 'string' },
          ],
        },
        primaryType: 'Spend',
        message: { target, amount, note },
      }) as const,
  )
const transaction = fc.record({
  chainId: fc.integer({ min: 1 }),
  nonce: fc.nat(),
  gas: amount,
  maxFeePerGas: amount,
  maxPriorityFeePerGas: fc.constant(0n),
  to: bytes(20),
  value: amount,
  data: fc.uint8Array({ maxLength: 300 }).map((raw) => bytesToHex(raw)),
})

test('property: a key in this process makes the same signatures as viem, with a low s', async () => {
  await fc.assert(
    fc.asyncProperty(
      key,
      fc.oneof(
        fc.string(),
        fc.uint8Array().map((raw) => ({ raw })),
      ),
      typedData,
      transaction,
      async (privateKey, message, typed, unsigned) => {
        const account = privateKeyToAccount(privateKey)
        const signer = await openSigner({ kind: 'raw', privateKey })
        expect(signer.address).toBe(account.address)
        const signature = await signer.signMessage(message)
        expect(signature).toBe(await account.signMessage({ message }))
        expect(hexToBigInt(slice(signature, 32, 64))).toBeLessThanOrEqual(order / 2n)
        expect(await signer.signTypedData(typed)).toBe(await account.signTypedData(typed))
        expect(await signer.signTransaction(unsigned)).toBe(
          await account.signTransaction({ ...unsigned, type: 'eip1559' }),
        )
      },
    ),
    runs(100, 600),
  )
})
