import { freshSalt, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { interruptEveryRequest } from '@holdfast/testkit/interruptBox'
import { expect } from 'vitest'
import { createEphemeral } from './createEphemeral.js'
import { settlePrivatePayment } from './settlePrivatePayment.js'

const amount = 5_000_000n
const { cosigner } = signingCoSigner()

interruptEveryRequest(['primary'], async ({ token, factory, balanceOf, control }, actor) => {
  const policy = pushPolicy(token, { cosigner: cosigner.address, maxAmount: 2n * amount })
  const { account } = await createEphemeral(actor, factory, freshSalt(), policy, { skipRiskCheck: true })
  await control.fund(account, 2n * amount)
  // The box could pay twice: what it had spent before tells a repetition from a second payment.
  const params = { owner: policy.owner, spentBefore: 0n }
  return {
    run: async (payer, options) => {
      const settling = settlePrivatePayment(payer, account, amount, cosigner, params, {
        ...options,
        skipRiskCheck: true,
      })
      expect(await settling).toMatchObject({ ok: true, result: { account } })
    },
    assertDone: async () => expect(await balanceOf(policy.target)).toBe(amount),
  }
})
