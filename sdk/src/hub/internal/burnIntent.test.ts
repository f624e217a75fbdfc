import { issuerContracts } from '@holdfast/contracts'
import { startDevnet } from '@holdfast/devnet'
import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import { concat, createPublicClient, type Hex, hashDomain, http, keccak256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashStruct } from 'viem/utils'
import { expect, test } from 'vitest'
import { type BurnIntent, burnIntentDigest, burnIntentTypedData } from './burnIntent.js'
import { encodeBurnIntent, encodeTransferSpec, transferSpecHash } from './encodeIntent.js'

const { gateway } = vectors.testVectors
const { spec, ...ceilings } = gateway.burnIntent
const intent = {
  maxBlockHeight: BigInt(ceilings.maxBlockHeight),
  maxFee: BigInt(ceilings.maxFee),
  spec: { ...spec, value: BigInt(spec.value) },
} as BurnIntent

/** Account 0 of the well-known development mnemonic, who signed the vectors. */
const user = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

test('encodings and hashes equal the vectors', () => {
  expect(encodeTransferSpec(intent.spec)).toBe(gateway.encodedTransferSpec)
  expect(transferSpecHash(intent.spec)).toBe(gateway.transferSpecHash)
  expect(encodeBurnIntent(intent)).toBe(gateway.encodedBurnIntent)
  expect(keccak256(encodeTransferSpec(intent.spec))).not.toBe(gateway.eip712StructHashOfTransferSpec)
})

test('typed data equals the vectors: domain, struct, digest, signature', async () => {
  const { domain, types, primaryType, message } = burnIntentTypedData(intent)
  expect(hashDomain({ domain, types })).toBe(gateway.domainSeparator)
  expect(hashStruct({ data: message.spec, primaryType: 'TransferSpec', types })).toBe(
    gateway.eip712StructHashOfTransferSpec,
  )
  expect(burnIntentDigest(intent)).toBe(gateway.burnIntentDigest)
  expect(await user.signTypedData({ domain, types, primaryType, message })).toBe(gateway.burnIntentSignature)
})

test('the wallet contract of the devnet computes the same struct hash from the encoded bytes', async () => {
  const devnet = await startDevnet({ blockTimeMs: 50 })
  try {
    for (const { rpcUrl } of [devnet.primary, devnet.remote]) {
      const structHash = await createPublicClient({ transport: http(rpcUrl) }).readContract({
        address: issuerContracts.hubWallet,
        abi: parseAbi(['function getTypedDataHash(bytes encoded) view returns (bytes32)']),
        functionName: 'getTypedDataHash',
        args: [encodeBurnIntent(intent)],
      })
      expect(keccak256(concat(['0x1901', gateway.domainSeparator as Hex, structHash]))).toBe(burnIntentDigest(intent))
    }
  } finally {
    await devnet.stop()
  }
})

test('behavior: hook data is part of all of it', () => {
  const hooked = { ...intent.spec, hookData: '0xabcdef' } as const
  expect(encodeTransferSpec(hooked).slice(-14)).toBe('00000003abcdef')
  expect(transferSpecHash(hooked)).not.toBe(gateway.transferSpecHash)
})
