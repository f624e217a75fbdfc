import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { withdrawFromVault } from '@holdfast/sdk/shield'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { findAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { passFirewall } from '../../../risk/passFirewall.js'
import { requireInVault } from '../../../vault/requireInVault.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const amount = readAmount('amount', typed)
  const named = findAddress('--to', options.to)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const owner = walletClient.account.address
  const to = named ?? owner
  const chainId = await chainIdOf(client)
  const { shieldVault: vault } = requireDeployment(chainId)
  const balance = await requireInVault(clients, chainId, amount)
  const passed =
    to === owner
      ? undefined
      : await passFirewall(context, input, { payer: owner, payee: to, amount, chains: [{ chainId, client }] })
  await context.confirm({
    does: `Take ${writeAmount(amount)} out of the vault`,
    facts: [
      ['from', `${vault}, where ${writeAmount(balance)} stand under ${owner}`],
      ['to', to === owner ? `${to}, this wallet` : to],
      ['amount', writeAmount(amount)],
      ['network', await describeNetworkFee(client, chainId)],
      ['chain', describeChain(chainId)],
      ...(passed === undefined
        ? []
        : [['firewall', `${passed.report.level}${passed.acknowledgement ? ', acknowledged' : ''}`] as const]),
    ],
  })
  const txHash = await follow(
    context,
    { command: 'vault withdraw', chainId, doing: 'taking it out of the vault' },
    (followed) => withdrawFromVault(clients, vault, to, amount, { ...followed, ...passed?.guard }),
  )
  return {
    result: { txHash, amount, owner, to, chainId, firewall: passed?.report.level ?? null },
    text: `${writeAmount(amount)} went out of the vault to ${to}.\n  transaction  ${txHash}`,
  }
}
