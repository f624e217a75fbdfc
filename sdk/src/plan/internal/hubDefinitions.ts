import { depositToHub } from '../../hub/depositToHub.js'
import type { Definition } from './Definition.js'
import { walletEffects } from './effects.js'

const depositing: Definition<'depositToHub'> = {
  last: ['deposit'],
  sealed: [],
  blank: undefined,
  run: (clients, { chain, amount }, { timeoutMs, signal }) =>
    depositToHub(clients, { chain, amount, timeoutMs, signal }),
  async describe(scene, { amount }) {
    const { account, deployment } = scene
    const effects = await walletEffects(scene, [[account, -amount]])
    const hub = { account, holding: 'hub', chainId: deployment.id, change: amount, before: null, after: null } as const
    return { payer: account, recipient: null, amount, fee: 0n, terms: null, effects: [...effects, hub] }
  },
}

/** Operations on the Hub. */
export const hubDefinitions = { depositToHub: depositing }
