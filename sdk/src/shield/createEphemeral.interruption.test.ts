import { spendPolicyFactoryAbi } from '@holdfast/contracts'
import { freshSalt, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { interruptEveryRequest } from '@holdfast/testkit/interruptBox'
import { expect } from 'vitest'
import { createEphemeral } from './createEphemeral.js'

/** Boxes of earlier scenes; the last one may be in the block with which the next scene begins. */
const earlier = new Set<string | undefined>()

interruptEveryRequest(['primary'], async ({ token, factory, publicClient, control }) => {
  const [policy, salt] = [pushPolicy(token), freshSalt()]
  const fromBlock = control.latestBlock
  let account: string | undefined
  return {
    run: async (actor, options) => {
      ;({ account } = await createEphemeral(actor, factory, salt, policy, { ...options, skipRiskCheck: true }))
    },
    assertDone: async () => {
      const created = await publicClient.getContractEvents({
        address: factory,
        abi: spendPolicyFactoryAbi,
        eventName: 'AccountCreated',
        fromBlock,
      })
      const accounts = created.map(({ args }) => args.account).filter((one) => one === account || !earlier.has(one))
      expect(accounts).toEqual([account])
      earlier.add(account)
    },
  }
})
