import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { formatStealthMetaAddress } from '@holdfast/sdk/stealth'
import { defineCommand } from '../../command/Command.js'
import { openStealthKeys } from './openStealthKeys.js'

export const command = defineCommand({
  summary: "show the wallet's stealth meta-address, from which payers derive fresh addresses",
  details:
    'The keys come from one signature of a fixed text, so the wallet is the only thing to back up.\nPrivate keys are never shown. --viewing-key-file writes the viewing key for a device that finds payments and cannot spend: `stealth scan --for`. That key reveals your whole private history, past and future.',
  wallet: 'proves',
  options: [
    {
      flags: '--viewing-key-file <file>',
      describes: 'new file, readable by you alone, to write the viewing key to',
    },
  ],
  examples: [
    ['stealth keys --account 0', 'what to publish, and the public keys in it'],
    ['stealth keys --account 0 --viewing-key-file viewing-key', 'and the viewing key, for a scanner'],
  ],
  result: {
    address: 'of the wallet',
    metaAddress: 'what to give to payers; valid on the chain it names',
    spendingPub: '33 bytes: payers derive addresses with it, and only the wallet spends from them',
    viewingPub: '33 bytes',
    viewingKeyFile: 'file of the viewing key, where --viewing-key-file was given',
    chainId: 'number',
  },
  async run(context, { options: { viewingKeyFile } }) {
    const { terminal } = context
    const keep = viewingKeyFile === undefined ? undefined : terminal.openSecretOutlet(viewingKeyFile, 'viewing key')
    const clients = await context.openWallet()
    const { address } = clients.walletClient.account
    const chainId = await chainIdOf(clients.publicClient)
    const { viewingKey, spendingPub, viewingPub, ...keys } = await openStealthKeys(context, clients)
    const metaAddress = formatStealthMetaAddress(
      { ...keys, spendingPub, viewingPub },
      requireDeployment(chainId).shortName,
    )
    keep?.('Viewing key', viewingKey)
    return {
      result: {
        address,
        metaAddress,
        spendingPub,
        viewingPub,
        ...(viewingKeyFile !== undefined && { viewingKeyFile }),
        chainId,
      },
      text: [
        metaAddress,
        `  spending key  ${spendingPub} ${terminal.paint.dim('(public)')}`,
        `  viewing key   ${viewingPub} ${terminal.paint.dim('(public)')}`,
        ...(viewingKeyFile === undefined ? [] : [`  the private viewing key is in ${viewingKeyFile}`]),
      ].join('\n'),
    }
  },
})
