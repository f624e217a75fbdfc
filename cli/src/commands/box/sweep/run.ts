import { chainIdOf } from '@holdfast/sdk/chain'
import { getBox, signSweep, sweepToVault, sweepWithSignature } from '@holdfast/sdk/shield'
import { findHolder } from '../../../box/findHolder.js'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const account = readAddress('box', typed)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
  const amount = box.balance ?? 0n
  const vault = await findHolder(context, clients, box, 'vault')
  if (amount === 0n)
    throw new CommandFailure('refused', 'nothing_to_sweep', `The box ${account} holds nothing.`, [
      'What reaches it later can be swept then.',
    ])
  await context.confirm({
    does: `Sweep ${writeAmount(amount)} out of a box`,
    facts: [
      ['from', account],
      ['to', vault.isStealth ? `${vault.address}, a stealth address of this wallet` : `${vault.address}, this wallet`],
      ['amount', writeAmount(amount)],
      ['network', `${await describeNetworkFee(client, chainId)}, from ${walletClient.account.address}`],
      ['chain', describeChain(chainId)],
    ],
  })
  const txHash = await follow(
    context,
    { command: 'box sweep', chainId, facts: { account }, doing: 'sweeping the box' },
    async (followed) =>
      vault.isStealth
        ? sweepWithSignature(clients, await signSweep(vault, account), followed)
        : sweepToVault(clients, account, vault.address, followed),
  )
  return {
    result: { txHash, box: account, vault: vault.address, isStealth: vault.isStealth, amount, chainId },
    text: [
      `${writeAmount(amount)} went to ${vault.address}.`,
      `  transaction  ${txHash}`,
      ...(vault.isStealth ? [`  use it       any command, with --owner-of ${account}`] : []),
    ].join('\n'),
  }
}
