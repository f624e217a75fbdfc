import { newStealthOwner, parseStealthMetaAddress } from '@holdfast/sdk/stealth'
import { chooseChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'

export const command = defineCommand({
  summary: 'derive a fresh address from a meta-address; only its owner can find it',
  details:
    'Makes no request. Each call uses another one-time key, so no two payments can be linked. `box create --for` creates a box for such an address, and announces it. To create it with the library instead, use this salt: it proves to the owner that the announcer created the box.',
  positionals: [{ name: 'meta-address', describes: 'what the recipient has published: `st:arc-testnet:0x…`' }],
  examples: [
    [
      'stealth address st:arc-testnet:0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'an address, and what its owner needs to find it',
    ],
  ],
  result: {
    stealthAddress: 'owner of a box that is created for the recipient',
    ephemeralPubKey: '33 bytes, to be announced',
    viewTag: 'number from 0 to 255, to be announced',
    salt: '32 bytes for creating the box with the library; keep it secret until then',
    chainId: 'chain that the meta-address names, where its owner looks',
  },
  async run({ settings, terminal: { paint } }, { positionals: [uri = ''] }) {
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
  },
})
