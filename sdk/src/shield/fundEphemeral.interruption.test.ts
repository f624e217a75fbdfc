import { freshSalt, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { interruptEveryRequest } from '@holdfast/testkit/interruptBox'
import { expect } from 'vitest'
import type { ServiceError } from '../errors/base.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'

const amount = 5_000_000n

interruptEveryRequest(['primary'], async ({ token, factory, balanceOf }, actor) => {
  const policy = pushPolicy(token)
  const { account } = await createEphemeral(actor, factory, freshSalt(), policy, { skipRiskCheck: true })
  return {
    run: (payer, options) =>
      fundEphemeral(payer, account, amount, policy, { ...options, skipRiskCheck: true }).catch(
        (error: ServiceError) => {
          // What the refusal of a second funding says: the first one arrived.
          if (error.code !== 'over_funded') throw error
        },
      ),
    assertDone: async () => expect(await balanceOf(account)).toBe(amount),
  }
})
