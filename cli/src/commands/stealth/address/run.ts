import { newStealthOwner, parseStealthMetaAddress } from '@holdfast/sdk/stealth'
import { chooseChain } from '../../../chain/chooseChain.js'
import type { Run } from '../../../command/Command.js'

export const run: Run = async ({ settings, terminal: { paint } }, { positionals: [uri = ''] }) => {
  const { chainId, ...meta } = parseStealthMetaAddress(uri, chooseChain(settings.chain.value ?? '').id)
  const owner = newStealthOwner(meta)
  const { stealthAddress, ephemeralPubKey, viewTag } = owner
  const rows = [
    ['ephemeral key', ephemeralPubKey],
    ['view tag', `${viewTag}`],
  ]
  return {
    result: { ...owner, chainId },
    text: [stealthAddress, ...rows.map(([label = '', value]) => `  ${paint.dim(label.padEnd(13))}  ${value}`)].join(
      '\n',
    ),
  }
}
