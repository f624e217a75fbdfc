import { checkAttestation } from './attestation.js'
import { address, addresses, count, flag, oneOf, record, SURFACE_FIELDS, surface } from './check.js'
import { checkHub } from './hub.js'
import type { FaultsUpdate } from './types.js'

/** Checks a change of faults, so that a misspelt name is an error and not a test that proves nothing. */
export function parseFaults(value: unknown): FaultsUpdate {
  const update = record(value, 'faults', ['rpc', 'explorer', 'remoteRpc', 'attestation', 'hub'])
  if (update.rpc !== undefined) {
    const rpc = record(update.rpc, 'rpc', rpcFields)
    anyRpc(rpc, 'rpc')
    for (const field of ['receiptDelayBlocks', 'behindBlocks', 'lagBlocks']) count(rpc[field], `rpc.${field}`)
    oneOf(rpc.fillTransaction, 'rpc.fillTransaction', ['unsupported', 'answer', 'forbidden'])
    addresses(rpc.denylist, 'rpc.denylist')
  }
  if (update.explorer !== undefined) {
    const explorer = record(update.explorer, 'explorer', explorerFields)
    surface(explorer, 'explorer')
    count(explorer.lagBlocks, 'explorer.lagBlocks')
    if (explorer.truncateItems !== null) count(explorer.truncateItems, 'explorer.truncateItems')
    flag(explorer.indexing, 'explorer.indexing')
    if (explorer.hiddenAddress !== null) address(explorer.hiddenAddress, 'explorer.hiddenAddress')
  }
  if (update.remoteRpc !== undefined) anyRpc(record(update.remoteRpc, 'remoteRpc', remoteRpcFields), 'remoteRpc')
  if (update.attestation !== undefined) checkAttestation(update.attestation)
  if (update.hub !== undefined) checkHub(update.hub)
  // Every field was checked above.
  return update as FaultsUpdate
}

const remoteRpcFields = [...SURFACE_FIELDS, 'maxConcurrent', 'dropTransactions']
const rpcFields = [...remoteRpcFields, 'receiptDelayBlocks', 'behindBlocks', 'lagBlocks', 'fillTransaction', 'denylist']
const explorerFields = [...SURFACE_FIELDS, 'lagBlocks', 'truncateItems', 'indexing', 'hiddenAddress']

function anyRpc(fields: Record<string, unknown>, name: string) {
  surface(fields, name)
  count(fields.dropTransactions, `${name}.dropTransactions`)
  if (fields.maxConcurrent !== null) count(fields.maxConcurrent, `${name}.maxConcurrent`)
}
