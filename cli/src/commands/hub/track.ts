import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import { findHubMint, findHubMintOnChain, type HubTransferStatus, waitHubMint } from '@holdfast/sdk/hub'
import { isHash } from 'viem'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import { issuerOptions } from '../../chain/endpoints.js'
import { defineCommand } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { ExitName } from '../../failure/exitCodes.js'
import { oneLine } from '../../io/writeText.js'

export const command = defineCommand({
  summary: 'show the state of a spend from the Hub',
  details:
    'Needs no wallet. If the id was lost, give the spec hash, and with --chain the chain where the spend arrives.\nExit code 0: minted. 7: under way. 4: never minted; the amount returns to the balance.',
  positionals: [{ name: 'id', describes: 'id of the spend, or its spec hash', isHash: true }],
  options: [
    { flags: '--watch', describes: 'wait until it is minted or has failed' },
    { flags: '--timeout <seconds>', describes: 'how long to wait, 120 by default' },
  ],
  examples: [
    ['hub track 3b1f0c9a-5d2e-4f6b-8c1d-7a9e0b2c4d6f --watch', 'waits for its mint'],
    [
      'hub track 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b --chain Base_Sepolia',
      'by its spec hash, on the chain where it arrives',
    ],
  ],
  result: {
    id: 'as given',
    state:
      '`pending` (also where the issuer does not know it, or not yet), `done` or `failed`; for an id as the issuer says, for a spec hash as the chain shows',
    mintTxHash: 'of the mint; null where there is none, or none among the newest 10,000 blocks',
    reason: 'of `failed`, in the words of the issuer; else null',
  },
  async run(context, { positionals: [id = ''], options }) {
    const { state, mintTxHash = null, reason = null } = await find(context, id, options.watch === true)
    const outcomes: Record<typeof state, { text: string; exit: ExitName }> = {
      pending: { text: 'It is under way, or not known to the Hub.', exit: 'unsettled' },
      done: { text: isHash(id) ? 'It is minted.' : 'The issuer says that it is minted.', exit: 'ok' },
      failed: {
        text: `It was not minted and never will be (${oneLine(reason ?? 'no reason given')}). The held amount is back in the balance within ten minutes.`,
        exit: 'refused',
      },
    }
    const { text, exit } = outcomes[state]
    return {
      result: { id, state, mintTxHash, reason },
      text: mintTxHash === null ? text : `${text}\n  mint  ${mintTxHash}`,
      exit,
    }
  },
})

/** By its id at the issuer, by its spec hash on the chain. */
async function find(context: Context, id: string, isWatched: boolean): Promise<HubTransferStatus> {
  const { terminal, settings, timeoutMs } = context
  if (isHash(id)) {
    const client = await context.openChain(BRIDGE_CHAINS[chooseBridgeChain('--chain', settings.chain.value)].chainId)
    return terminal.during('looking for its mint on the chain', () =>
      findHubMintOnChain(client, { transferSpecHash: id }),
    )
  }
  const asked = { transferId: id, ...issuerOptions(context, 'hub') }
  if (!isWatched) return terminal.during('asking the Hub', () => findHubMint(asked))
  return terminal.during('waiting for its mint', () => waitHubMint({ ...asked, timeoutMs }))
}
