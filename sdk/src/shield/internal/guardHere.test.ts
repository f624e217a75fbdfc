import { genuine, impostor, now, pays, sender } from '@holdfast/testkit/riskScene'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { requireDeployment } from '../../chain/registry.js'
import { primaryChain } from '../../chain/viemChain.js'
import { RiskBlockedError } from '../../errors/risk.js'
import { checkPayment } from '../../risk/checkPayment.js'
import type { IDataProvider } from '../../risk/history/IDataProvider.js'
import { guardHere } from './guardHere.js'

const deployment = requireDeployment(primaryChain.id)
const { usdc } = deployment
const addressOf = (symbol: string) => deployment.tokens.find((token) => token.symbol === symbol)?.address ?? usdc
const euro = addressOf('EURC')
const bitcoin = addressOf('cirBTC')
const transport = custom({ request: async () => `0x${'0'.repeat(64)}` })
const clients = {
  publicClient: createPublicClient({ chain: primaryChain, transport }),
  walletClient: createWalletClient({ chain: primaryChain, transport }),
}
const provider: IDataProvider = {
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  getHistory: async () => ({ sender, records: [pays(1, genuine)], complete: true }),
}
const checkOptions = { provider, now }
const chains = [{ chainId: deployment.id, client: clients.publicClient }]
const tokens = { usdc: [undefined, usdc], euro: [euro], bitcoin: [bitcoin] } as const
const amount = 500_000_000n

/** A decision that a person has made on a report of one token. */
async function decide(token: keyof typeof tokens) {
  const [named] = tokens[token]
  const report = await checkPayment({ payer: sender, payee: impostor, amount, token: named, chains }, checkOptions)
  return { report, at: now.getTime() }
}

const names = ['usdc', 'euro', 'bitcoin'] as const

test.each(names.flatMap((decided) => names.map((paid) => [decided, paid] as const)))(
  'a decision on an amount of %s, for a box of %s',
  async (decided, paid) => {
    const acknowledgement = await decide(decided)
    for (const token of tokens[paid]) {
      const payment = { payer: sender, payee: impostor, amount, token } as const
      const guarding = guardHere(clients, deployment, payment, { acknowledgement, checkOptions })
      if (decided === paid) await guarding
      else await expect(guarding).rejects.toBeInstanceOf(RiskBlockedError)
    }
  },
)
