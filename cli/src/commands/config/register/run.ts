import { planOperation } from '@holdfast/sdk/plan'
import { configIdOf, defineConfig, MAX_FEE_BPS, MAX_RECALL_WINDOW_SECONDS } from '@holdfast/sdk/transfer'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { readNumber } from '../../../input/readNumber.js'
import { describePlan } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { describeTerms } from '../../../transfer/describeTerms.js'

export const run: Run = async (context, { options }) => {
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
    return { result: { configId, txHash: null, chainId }, text: `These terms stand already.\n  id  ${configId}` }
  await context.confirm({
    does: `Register terms: ${describeTerms(terms)}`,
    plan,
    facts: describePlan(plan, { parties: [['from', account]], amount: [], fee: [] }),
  })
  const followed = { command: 'config register', doing: 'registering the terms' }
  const { txHash } = (await followPlan(context, clients, plan, followed)).result
  return {
    result: { configId, txHash, chainId },
    text: `Registered: ${describeTerms(terms)}.\n  id           ${configId}\n  transaction  ${txHash}`,
  }
}

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
