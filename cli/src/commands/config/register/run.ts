import { chainIdOf } from '@holdfast/sdk/chain'
import { defineConfig, MAX_FEE_BPS, MAX_RECALL_WINDOW_SECONDS, registerConfig } from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { readNumber } from '../../../input/readNumber.js'
import { chooseTerms } from '../../../transfer/chooseTerms.js'
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
  const { publicClient: client, walletClient } = clients
  const chainId = await chainIdOf(client)
  const owner = walletClient.account.address
  const { configId, terms, isRegistered } = await chooseTerms(client, { chainId, owner }, config)
  if (isRegistered)
    return { result: { configId, txHash: null, chainId }, text: `These terms stand already.\n  id  ${configId}` }
  await context.confirm({
    does: `Register terms: ${describeTerms(terms)}`,
    facts: [
      ['from', owner],
      ['network', await describeNetworkFee(client, chainId)],
      ['chain', describeChain(chainId)],
    ],
  })
  const { txHash } = await follow(
    context,
    { command: 'config register', chainId, doing: 'registering the terms' },
    (followed) => registerConfig(clients, config, followed),
  )
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
