import { freshSalt, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { chainNames } from '@holdfast/testkit/boxStage'
import { interruptEveryRequest } from '@holdfast/testkit/interruptBox'
import { expect } from 'vitest'
import { settlePrivatePaymentBatched } from './settlePrivatePaymentBatched.js'

const amount = 5_000_000n
const { cosigner } = signingCoSigner()

interruptEveryRequest(chainNames, async ({ token, factory, balanceOf }, actor) => {
  const policy = pushPolicy(token, { cosigner: cosigner.address })
  const payment = { factory, salt: freshSalt(), policy, amount, cosigner, owner: policy.owner }
  const before = await balanceOf(actor.address)
  return {
    run: async (payer, options) =>
      expect(await settlePrivatePaymentBatched(payer, payment, { ...options, skipRiskCheck: true })).toMatchObject({
        ok: true,
      }),
    assertDone: async () => {
      expect(await balanceOf(policy.target)).toBe(amount)
      // Fees come on top on the primary chain.
      const paid = before - (await balanceOf(actor.address))
      expect(paid).toBeGreaterThanOrEqual(amount)
      expect(paid).toBeLessThan(amount + 100_000n)
    },
  }
})
