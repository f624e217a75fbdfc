import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { claimKeyFromCode } from './claimKey.js'
import { recoverClaimHash } from './recoverClaimHash.js'
import { signClaim } from './signClaim.js'

const key = claimKeyFromCode('7K3M-9QXV-AB2C-DEFG')
const scope = { chainId: 5042002 }
const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

test('the claim hash is that of the key which has signed, for this transfer, recipient, chain and contract alone', async () => {
  const signed = await signClaim(key, { ...scope, transferId: 42n, recipient })
  expect(await recoverClaimHash(signed, scope)).toBe(key.claimHash)
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  for (const [claim, where] of [
    [{ ...signed, transferId: 43n }, scope],
    [{ ...signed, recipient: other }, scope],
    [signed, { chainId: 84532 }],
    [signed, { ...scope, contractAddress: other }],
  ] as const)
    expect(await recoverClaimHash(claim, where)).not.toBe(key.claimHash)
})

test('error: a malformed key is refused, and not repeated', async () => {
  const claim = { ...scope, transferId: 42n, recipient } as const
  for (const privateKey of ['0x5ec4e7', `0x${'5ec4e7'.repeat(11)}`] as const) {
    const error: unknown = await signClaim({ privateKey }, claim).then(String, (reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'InvalidInputError', parameter: 'privateKey' })
    expect(String(error)).not.toContain('5ec4e7')
  }
  await expect(signClaim(key, { ...claim, transferId: 0n })).rejects.toMatchObject({ parameter: 'transferId' })
  await expect(signClaim(key, { ...claim, recipient: '0x12' })).rejects.toMatchObject({ parameter: 'recipient' })
  const contractAddress = '0x12'
  await expect(signClaim(key, { ...claim, contractAddress })).rejects.toMatchObject({ parameter: 'contractAddress' })
  const signed = await signClaim(key, claim)
  for (const [wrong, where, parameter] of [
    [{ ...signed, transferId: 0n }, scope, 'transferId'],
    [{ ...signed, recipient: '0x12' }, scope, 'recipient'],
    [signed, { ...scope, contractAddress }, 'contractAddress'],
  ] as const)
    await expect(recoverClaimHash(wrong, where)).rejects.toMatchObject({ parameter })
})

test('a signature in any half of its curve, and with a `v` that is not at its end', async () => {
  const signed = await signClaim(key, { ...scope, transferId: 42n, recipient })
  const ofHalf = (s: bigint) => `${signed.signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}1b` as const
  const half = order / 2n
  const recovered = [half, half + 1n].map((s) => recoverClaimHash({ ...signed, signature: ofHalf(s) as Hex }, scope))
  expect(await Promise.all(recovered)).toEqual([expect.stringMatching(/^0x0{24}[0-9a-f]{40}$/), undefined])

  let [transferId, { signature }] = [1n, signed]
  while (!/1[bc]/.test(signature.slice(0, 130)))
    signature = (await signClaim(key, { ...scope, transferId: ++transferId, recipient })).signature
  for (const end of ['00', '01'])
    expect(
      await recoverClaimHash({ ...signed, transferId, signature: `${signature.slice(0, 130)}${end}` as Hex }, scope),
    ).toBe(undefined)
})

test('a signature that the contract takes from no key fits no claim hash', async () => {
  const signed = await signClaim(key, { ...scope, transferId: 42n, recipient })
  const [r, s, v] = [
    signed.signature.slice(0, 66),
    BigInt(`0x${signed.signature.slice(66, 130)}`),
    signed.signature.slice(130),
  ]
  const other = (order - s).toString(16).padStart(64, '0')
  for (const signature of [
    '0x',
    `${r}${other}${v === '1b' ? '1c' : '1b'}`,
    `${signed.signature.slice(0, 130)}${v === '1b' ? '00' : '01'}`,
    `${signed.signature}00`,
    `${'z'.repeat(130)}1b`,
    `0x${'00'.repeat(64)}1b`,
    `0x${'ff'.repeat(32)}${'11'.repeat(32)}1b`,
  ] as const)
    expect(await recoverClaimHash({ ...signed, signature: signature as `0x${string}` }, scope)).toBeUndefined()
})
