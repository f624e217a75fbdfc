import { encodeBoxCode } from '@holdfast/contracts'
import { freshAddress, freshSalt, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { setBoxStage } from '@holdfast/testkit/boxStage'
import { concatHex, encodeFunctionData, maxUint256, numberToHex, size } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireDeployment } from '../chain/registry.js'
import { usdcAbi } from '../chain/usdc.js'
import { assertBoxFundable } from './assertBoxFundable.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { fundFromVault } from './fundFromVault.js'
import { getBox } from './getBox.js'
import { termsOf } from './internal/policy.js'
import { readAccount } from './readAccount.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

test('a forged box with the code of the real one, whose constructor approved a thief, is never funded', async () => {
  const { actor, token, factory, chainId, publicClient, balanceOf } = stages.primary
  const alice = await actor()
  const [policy, salt, thief] = [pushPolicy(token), freshSalt(), freshAddress()]
  const { account } = await createEphemeral(alice, factory, salt, policy)
  const terms = termsOf(policy)
  const code = encodeBoxCode(requireDeployment(chainId).spendPolicyAccountImpl, { ...terms, salt })
  const approve = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [thief, maxUint256] })
  const program = concatHex([
    // Copies the calldata behind the program, calls the token, copies the box's code behind that, and returns it.
    '0x6044603660003960006000604460006000',
    concatHex(['0x73', token, '0x5af150']),
    concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x8061007a6000396000f3']),
  ])
  const hash = await alice.walletClient.sendTransaction({
    data: concatHex([program, approve, code]),
    account: alice.walletClient.account as never,
    chain: null,
  })
  const { contractAddress: forged } = await publicClient.waitForTransactionReceipt({ hash })
  if (!forged) throw new Error('Nothing was deployed.')
  expect(await publicClient.getCode({ address: forged })).toBe(await publicClient.getCode({ address: account }))
  const allowance = { address: token, abi: usdcAbi, functionName: 'allowance' } as const
  expect(await publicClient.readContract({ ...allowance, args: [forged, thief] })).toBe(maxUint256)

  const refused = { name: 'NotABoxError', reason: 'foreign' }
  await expect(readAccount(publicClient, forged)).rejects.toMatchObject(refused)
  await expect(getBox(publicClient, forged)).rejects.toMatchObject(refused)
  await expect(assertBoxFundable(publicClient, forged, policy)).rejects.toMatchObject(refused)
  await expect(fundEphemeral(alice, forged, 1_000_000n, policy)).rejects.toMatchObject(refused)
  const { shieldVault } = requireDeployment(chainId)
  await expect(fundFromVault(alice, shieldVault, forged, 1_000_000n, { policy })).rejects.toMatchObject(refused)
  expect(await balanceOf(forged)).toBe(0n)
  await assertBoxFundable(publicClient, account, policy)
})
