import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import { findHubMint, findHubMintOnChain, type HubTransferStatus, waitHubMint } from '@holdfast/sdk/hub'
import { isHash } from 'viem'
import { chooseBridgeChain } from '../../../chain/chooseBridgeChain.js'
import { issuerOptions } from '../../../chain/issuerOptions.js'
import type { Run } from '../../../command/Command.js'
import type { Context } from '../../../command/Context.js'
import type { ExitName } from '../../../failure/exitCodes.js'
import { oneLine } from '../../../io/printable.js'

export const run: Run = async (context, { positionals: [id = ''], options }) => {
  const { state, mintTxHash = null, reason = null } = await find(context, id, options.watch === true)
  const outcomes: Record<typeof state, { text: string; exit: ExitName }> = {
    pending: { text: 'It is on its way, or not known to the Hub.', exit: 'unsettled' },
    done: { text: 'It is minted.', exit: 'ok' },
    failed: {
      text: `It was not minted and never will be (${oneLine(reason ?? 'no reason given')}). What was held is back in the balance within ten minutes.`,
      exit: 'refused',
    },
  }
  const { text, exit } = outcomes[state]
  return {
    result: { id, state, mintTxHash, reason },
    text: mintTxHash === null ? text : `${text}\n  mint  ${mintTxHash}`,
    exit,
  }
}

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
