import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { formatStealthMetaAddress } from '@holdfast/sdk/stealth'
import type { Run } from '../../../command/Command.js'
import { openStealthKeys } from '../../../stealth/openStealthKeys.js'

export const run: Run = async (context, { options: { viewingKeyFile } }) => {
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
}
