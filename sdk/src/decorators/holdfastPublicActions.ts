import type { Abi, Address, ContractEventName } from 'viem'
import { findBurns } from '../bridge/findBurns.js'
import type { ReadClient } from '../chain/clients.js'
import { readGasReserve } from '../chain/gasReserve.js'
import { type DecodedLog, type GetLogsChunkedParameters, getLogsChunked } from '../chain/logs/getLogsChunked.js'
import type { ReadLogsOptions } from '../chain/logs/streamLogs.js'
import type { RiskReport } from '../errors/risk.js'
import { findHubMintOnChain } from '../hub/findHubMintOnChain.js'
import { isHubDelegate } from '../hub/isHubDelegate.js'
import { readHubWithdrawal } from '../hub/readHubWithdrawal.js'
import { type CheckOptions, check } from '../risk/check.js'
import { assertBoxFundable } from '../shield/assertBoxFundable.js'
import { awaitBoxFunded } from '../shield/awaitBoxFunded.js'
import { predictEphemeral } from '../shield/predictEphemeral.js'
import { readAccount } from '../shield/readAccount.js'
import { vaultBalance } from '../shield/vaultBalance.js'
import { discoverStealthBoxes } from '../stealth/discoverStealthBoxes.js'
import { getAllowance } from '../transfer/allowance.js'
import { waitForClaim } from '../transfer/claim.js'
import { findTransfer } from '../transfer/findTransfer.js'
import { getConfig } from '../transfer/getConfig.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { getPermitAllowance } from '../transfer/permit.js'
import { waitForSend } from '../transfer/waitForSend.js'
import { type WatchTransferOptions, watchTransfer } from '../transfer/watchTransfer.js'
import { type Bound, bindAll } from './internal/bindAll.js'

const ofTransfers = {
  findTransfer,
  getAllowance,
  getConfig,
  getPermitAllowance,
  getTransfer,
  waitForClaim,
  waitForSend,
}

const ofBoxes = {
  assertBoxFundable,
  awaitBoxFunded,
  discoverStealthBoxes,
  predictEphemeral,
  readAccount,
  vaultBalance,
}

const ofIssuer = { findBurns, findHubMintOnChain, isHubDelegate, readHubWithdrawal }

/** Every read of this library as a method, without its first parameter. */
export type HoldfastPublicActions = Bound<typeof ofTransfers & typeof ofBoxes & typeof ofIssuer> & {
  getLogsChunked: <const abi extends Abi | readonly unknown[], eventName extends ContractEventName<abi>>(
    parameters: GetLogsChunkedParameters<abi, eventName>,
    options?: ReadLogsOptions,
  ) => Promise<DecodedLog<abi, eventName>[]>
  readGasReserve: (gasLimit?: bigint) => Promise<bigint>
  check: (sender: Address, target: Address, options?: CheckOptions) => Promise<RiskReport>
  watchTransfer: (transferId: bigint, options: WatchTransferOptions) => () => void
}

/**
 * Adds this library's reads to a viem public client.
 *
 * @param options - `contractAddress` overrides the registry's transfer contract.
 * @example
 * const client = publicClient.extend(holdfastPublicActions())
 * const { status } = await client.getTransfer(42n)
 */
export function holdfastPublicActions(
  options: { contractAddress?: Address | undefined } = {},
): (client: ReadClient) => HoldfastPublicActions {
  const { contractAddress } = options
  return (client) => ({
    ...bindAll(ofTransfers, { publicClient: client, contractAddress }),
    ...bindAll(ofBoxes, client),
    ...bindAll(ofIssuer, client),
    getLogsChunked: (parameters, readOptions) => getLogsChunked(client, parameters, readOptions),
    readGasReserve: (gasLimit) => readGasReserve(client, gasLimit),
    check: (sender, target, checkOptions) => check(sender, target, { client, contractAddress, ...checkOptions }),
    watchTransfer: (transferId, watchOptions) =>
      watchTransfer(client, transferId, { contractAddress, ...watchOptions }),
  })
}
