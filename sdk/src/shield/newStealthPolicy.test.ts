import { freshAddress, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage } from '@holdfast/testkit/boxStage'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeStealthPrivateKey } from '../stealth/computeStealthPrivateKey.js'
import { deriveStealthKeys } from '../stealth/deriveStealthKeys.js'
import { newStealthOwner } from '../stealth/newStealthOwner.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { newStealthPolicy } from './newStealthPolicy.js'
import { settlePrivatePayment } from './settlePrivatePayment.js'
import { signSweep, sweepWithSignature } from './sweepWithSignature.js'
import { MODE_PUSH } from './types.js'

const keys = deriveStealthKeys(`0x${'3a'.repeat(32)}${'2b'.repeat(32)}1b` as Hex)
const ephemeralKey: Hex = `0x${'05'.repeat(32)}`
const terms = (over: Partial<newStealthPolicy.Terms> = {}): newStealthPolicy.Terms => ({
  token: '0x3600000000000000000000000000000000000000',
  cosigner: freshAddress(),
  target: freshAddress(),
  maxAmount: 5_000_000n,
  expiry: 2_000_000_000,
  interval: 0,
  mode: MODE_PUSH,
  ...over,
})

test('default: owner and vault are one fresh stealth address of the payer’s own', () => {
  const given = terms()
  const { policy, salt, stealth } = newStealthPolicy(keys, given, ephemeralKey)
  expect(policy).toEqual({ ...given, owner: stealth.stealthAddress, vault: stealth.stealthAddress })
  expect({ ...stealth, salt }).toEqual(newStealthOwner(keys, ephemeralKey))
  expect(newStealthPolicy(keys, given).stealth.stealthAddress).not.toBe(stealth.stealthAddress)
  expect(newStealthPolicy(keys, given, ephemeralKey, { index: 1 }).salt).not.toBe(salt)
})

test('error: terms that no box can have, and invalid keys', () => {
  const refused = expect.objectContaining({ code: expect.stringMatching(/^invalid_/) })
  expect(() => newStealthPolicy(keys, terms({ maxAmount: 0n }))).toThrow(refused)
  expect(() => newStealthPolicy({ ...keys, spendingPub: '0x02' }, terms())).toThrow(refused)
})

describe('from first to last', () => {
  let stages: Awaited<ReturnType<typeof setBoxStage>>
  beforeAll(async () => {
    stages = await setBoxStage()
  })
  afterAll(() => stages?.stop())

  test.each(chainNames)(
    'on the %s chain a box is paid out of, and the rest comes back by a key that never held gas',
    async (name) => {
      const { actor, token, factory, publicClient, balanceOf, control } = stages[name]
      const [alice, stranger] = [await actor(), await actor()]
      const { cosigner } = signingCoSigner()
      const given = terms({ token, cosigner: cosigner.address })
      const { policy, salt, stealth } = newStealthPolicy(keys, given)
      const warnings: string[] = []
      const onWarning = ({ code }: { code: string }) => warnings.push(code)
      const { account } = await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true, onWarning })
      expect(warnings).toEqual([])
      await fundEphemeral(alice, account, 5_000_000n, policy, { skipRiskCheck: true })
      const params = { owner: policy.owner, payer: alice.address }
      expect(
        await settlePrivatePayment(alice, account, 3_000_000n, cosigner, params, { skipRiskCheck: true }),
      ).toMatchObject({ ok: true })

      const key = computeStealthPrivateKey({ ...keys, ephemeralPubKey: stealth.ephemeralPubKey })
      const walletClient = createWalletClient({
        account: privateKeyToAccount(key),
        ...(publicClient.chain && { chain: publicClient.chain }),
        transport: http(control.rpcUrl, { retryCount: 0 }),
      })
      await sweepWithSignature(stranger, await signSweep({ publicClient, walletClient }, account))
      expect(await balanceOf(policy.vault)).toBe(2_000_000n)
      expect(await balanceOf(policy.target)).toBe(3_000_000n)
    },
  )
})
