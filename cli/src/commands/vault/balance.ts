import { deploymentOf } from '@holdfast/sdk/chain'
import { vaultBalance } from '@holdfast/sdk/shield'
import { defineCommand } from '../../command/Command.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'

export const command = defineCommand({
  summary: 'show what the vault holds for an account',
  wallet: 'names',
  positionals: [
    { name: 'owner', describes: 'account whose balance is shown; by default the wallet', isRequired: false },
  ],
  examples: [
    ['vault balance --account 0', 'what can be moved into boxes'],
    ['vault balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --json', 'for a script: `.result.balance`'],
  ],
  result: { balance: 'base units', owner: 'address', vault: 'address of the vault contract', chainId: 'number' },
  async run(context, { positionals: [typed] }) {
    const named = findAddress('owner', typed)
    const client = await context.openChain()
    const { id: chainId, shieldVault: vault } = await deploymentOf(client)
    const owner = named ?? (await context.openWallet()).walletClient.account.address
    const balance = await vaultBalance(client, vault, owner)
    return { result: { balance, owner, vault, chainId }, text: writeAmount(balance) }
  },
})
