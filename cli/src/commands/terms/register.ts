import { planOperation } from '@holdfast/sdk/plan'
import { configIdOf, defineConfig, MAX_FEE_BPS, MAX_RECALL_WINDOW_SECONDS } from '@holdfast/sdk/transfer'
import { defineCommand } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { readNumber } from '../../input/readNumber.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { describeTerms } from './findTerms.js'

export const command = defineCommand({
  summary: 'register terms of protected transfers',
  details:
    'The id is a hash of the account and the terms: registering the same terms again changes nothing and sends nothing.',
  wallet: 'signs',
  options: [
    { flags: '--window <seconds>', describes: 'time to claim, 1 second to 7 days', default: '3600' },
    {
      flags: '--claim-mode <mode>',
      describes: '`key`: the claim does not publish the code; `code`: it does, and five wrong ones lock; `key-release`',
      default: 'key',
    },
    { flags: '--fee-bps <number>', describes: 'fee on a claim in hundredths of a percent, 0 to 100', default: '0' },
    { flags: '--fee-recipient <address>', describes: 'who receives the fee' },
  ],
  examples: [
    ['terms register', 'one hour to claim, no fee'],
    [
      'terms register --window 86400 --fee-bps 50 --fee-recipient 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'a day to claim, half a percent',
    ],
  ],
  result: {
    configId: 'what `send --terms` takes',
    txHash: 'of the registration; null where they existed before',
    chainId: 'number',
  },
  async run(context, { options }) {
    const recipient = options.feeRecipient
    const config = defineConfig({
      recallWindow: readNumber('--window', options.window ?? '3600', [1, MAX_RECALL_WINDOW_SECONDS]),
      claimMode: readClaimMode(options.claimMode ?? 'key'),
      feeBps: readNumber('--fee-bps', options.feeBps ?? '0', [0, MAX_FEE_BPS]),
      ...(recipient !== undefined && { feeRecipient: readAddress('--fee-recipient', recipient) }),
    })
    const clients = await context.openWallet()
    const plan = await planOperation(clients, 'registerConfig', { terms: config }, { signal: context.signal })
    const { chainId, account, terms } = plan
    if (terms === null) throw new Error('The plan of a registration names no terms.')
    const configId = configIdOf(account, terms)
    if (plan.steps.length === 0)
      return {
        result: { configId, txHash: null, chainId },
        text: `These terms are already registered.\n  id  ${configId}`,
      }
    await context.confirm({
      does: `Register terms: ${describeTerms(terms)}`,
      plan,
      facts: describePlan(plan, { parties: [['from', account]], amount: [], fee: [] }),
    })
    const followed = { command: 'terms register', doing: 'registering the terms' }
    const { txHash } = (await followPlan(context, clients, plan, followed)).result
    return {
      result: { configId, txHash, chainId },
      text: `Registered: ${describeTerms(terms)}.\n  id           ${configId}\n  transaction  ${txHash}`,
    }
  },
})

function readClaimMode(typed: string | boolean): 'CODE' | 'KEY' | 'KEY_RELEASE' {
  const mode = claimModes[String(typed)]
  if (mode === undefined)
    throw usageFailure('invalid_claim_mode', `--claim-mode ${typed} is not code, key or key-release.`)
  return mode
}

const claimModes: Readonly<Record<string, 'CODE' | 'KEY' | 'KEY_RELEASE'>> = {
  code: 'CODE',
  key: 'KEY',
  'key-release': 'KEY_RELEASE',
}
