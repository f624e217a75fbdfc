import { connect } from '../chain/explorerApi/connect.js'
import { explorerLogs } from '../chain/explorerApi/explorerLogs.js'
import type { ExplorerOptions } from '../chain/explorerApi/options.js'
import type { AccountCreation, CreationScope } from './accountCreation.js'
import { creationDecoder, parseScope, queryOf } from './internal/creationLogs.js'

/**
 * Reads through a chain's explorer which boxes its factories have made. {@link AccountOwnerIndex} reads the same from the
 * chain, and takes an explorer as a shortcut.
 *
 * Ask `explorerUsable` first: a lagging explorer gives a list that ends early, and one that leaves boxes out cannot be distinguished
 * from one that has none.
 *
 * @returns Oldest first, complete to `completeToBlock`; `complete` says whether that is all that was asked for.
 * @throws `DataUnavailableError` when the explorer does not answer or its answer is malformed; `InvalidInputError`,
 *   `InvalidAddressError`, `UnknownChainError`, and the reason of `signal`.
 * @example
 * const { accounts, completeToBlock } = await explorerAccountsCreated({ client: publicClient })
 */
export async function explorerAccountsCreated({
  factories,
  ownerHashes,
  fromBlock,
  toBlock,
  ...options
}: explorerAccountsCreated.Options = {}): Promise<explorerAccountsCreated.ReturnType> {
  const scope = parseScope({ factories, ownerHashes, fromBlock })
  const query = queryOf(connect(options).chain.id, scope)
  const { logs, completeToBlock, complete } = await explorerLogs({ ...query, toBlock }, options)
  const decode = creationDecoder(query.address)
  return { accounts: logs.flatMap((log) => decode(log) ?? []), completeToBlock, complete }
}

export declare namespace explorerAccountsCreated {
  type Options = ExplorerOptions &
    CreationScope & {
      /** @default as far as the explorer is settled */
      toBlock?: bigint | undefined
    }

  type ReturnType = { accounts: AccountCreation[]; completeToBlock: bigint; complete: boolean }
}
