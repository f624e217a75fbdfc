import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Collections that may live as long as the process, and why each has a bound. `bytes` and `entries` evict; `work` ends
 * with the work it belongs to, which is limited; `fixed` has as many keys as the operator has configured.
 */
const bounds: Readonly<Record<string, string>> = {
  'sdk/src/chain/explorerApi/explorerState.ts#limiters': 'fixed: explorers',
  'sdk/src/chain/explorerApi/explorerState.ts#answers': 'fixed: explorers',
  'sdk/src/chain/issuerApi/pace.ts#paces': 'fixed: hosts of the issuer',
  'sdk/src/chain/logs/eventDecoder.ts#checksums': 'entries: 16,384, then emptied',
  'sdk/src/chain/registry.ts#overrides': 'fixed: chains',
  'sdk/src/chain/transaction/execute.ts#handedOut': 'entries: 1,000, then emptied',
  'sdk/src/chain/transaction/inTurn.ts#lines': 'work: tasks of accounts',
  'sdk/src/plan/internal/onlyOnce.ts#used': 'entries: 1,000',
  'sdk/src/risk/CachingDataProvider.ts#running': 'work: readings, so many at a time',
  'sdk/src/risk/CachingDataProvider.ts#signers': 'entries: 10,000, then emptied',
  'sdk/src/risk/CachingDataProvider.ts#readings': 'work: readings, so many at a time',
  'sdk/src/risk/ExplorerDataProvider.ts#signed': 'entries: 10,000, then emptied',
  'sdk/src/risk/FallbackDataProvider.ts#failures': 'fixed: sources and methods',
  'sdk/src/risk/RpcDataProvider.ts#synced': 'fixed: senders that the application syncs; the service syncs none',
  'sdk/src/risk/RpcDataProvider.ts#syncing': 'work: syncs that the application has begun',
  'sdk/src/risk/internal/ByteCache.ts#entries': 'bytes',
  'sdk/src/risk/internal/NamedLogs.ts#indexed': 'work: readings, each with a time limit',
  'sdk/src/risk/internal/NamedLogs.ts#turns': 'work: readings of one turn of the event loop',
  'sdk/src/risk/history/prepareHistory.ts#doubtful': 'work: ends with the history it belongs to',
  'sdk/src/risk/history/prepareHistory.ts#familiar': 'work: ends with the history it belongs to',
  'sdk/src/risk/history/prepareHistory.ts#sends': 'work: ends with the history it belongs to',
  'sdk/src/watch/watchSends.ts#ended': 'work: the transfers of one watch, each with the sender’s money in it',
  'sdk/src/watch/watchSends.ts#offered': 'work: the transfers of one watch',
  'sdk/src/watch/watchSends.ts#told': 'work: the recipients that are asked for in each of them, as many as are checked',
  'service/src/admission/internal/waiters.ts#waiting': 'work: requests in flight',
  'service/src/audit/createTally.ts#counted': 'fixed: reasons, phases, kinds and chains',
  'service/src/audit/createTally.ts#writing': 'work: rows of the audit',
  'service/src/chains/createRiskSources.ts#cached': 'fixed: chains',
  'service/src/chains/internal/FairQueue.ts#running': 'work: tasks, so many at a time',
  'service/src/chains/internal/FairQueue.ts#served': 'entries: 128 for each place, since counts are halved',
  'service/src/chains/internal/createHistoryQueues.ts#wanting': 'work: readings, 256 of each queue',
  'service/src/cosign/createCosigner.ts#running': 'work: requests in flight',
  'service/src/cosign/createDigests.ts#domains': 'entries: 10,000',
  'service/src/cosign/internal/createConfirmation.ts#confirmed': 'entries: 10,000',
  'service/src/cosign/internal/createRowLimits.ts#written': 'entries: 10,000',
  'service/src/cosign/internal/createSpendSigning.ts#running': 'work: requests in flight',
  'service/src/cosign/internal/createVerdicts.ts#kept': 'entries: 10,000',
  'service/src/cosign/internal/createVerdicts.ts#running': 'work: requests in flight',
  'service/src/http/internal/createInFlight.ts#byRoute': 'fixed: routes',
  'service/src/http/internal/createInFlight.ts#byNetwork': 'work: requests in flight',
  'service/src/http/internal/createServing.ts#open': 'work: connections',
  'service/src/http/internal/ipWindow.ts#table': 'entries: 50,000',
  'service/src/http/internal/peerLimit.ts#open': 'work: connections',
  'service/src/http/internal/routeTable.ts#paths': 'fixed: routes',
  'service/src/http/openPage.ts#files': 'fixed: files of the page',
  'service/src/indexes/AnnouncementIndex.ts#writing': 'work: pages in the making',
  'service/src/indexes/Document.ts#coded': 'fixed: codings',
  'service/src/indexes/RecipientIndex.ts#bySender':
    'chain: one entry for each settled transfer, at the gas of a send and a claim',
  'service/src/indexes/createIndexes.ts#announcements': 'fixed: chains',
  'service/src/indexes/createIndexes.ts#recipients': 'fixed: chains',
  'service/src/indexes/internal/ByteCache.ts#kept': 'bytes',
  'service/src/keeper/internal/KeeperOutbox.ts#awaited': 'work: one transaction at a time',
  'service/src/opinion/internal/answerCache.ts#entries': 'entries: 5,000',
  'service/src/opinion/internal/createModelCalls.ts#recording': 'work: model calls',
  'service/src/opinion/internal/createSharedCalls.ts#running': 'work: four model calls',
  'service/src/opinion/internal/createSharedCalls.ts#byKey': 'work: four model calls',
  'service/src/relay/internal/Queue.ts#taken': 'work: 16 places, and 8 at the sponsor',
  'service/src/relay/internal/Queue.ts#atSponsor': 'work: 8 claims',
  'service/src/relay/internal/Queue.ts#unansweredSince': 'work: operations that wait, each held by a unit',
  'service/src/relay/internal/Queue.ts#waitsFor': 'work: operations that wait, each held by a unit',
  'service/src/relay/internal/SponsoredClaims.ts#sponsored': 'work: claims at the sponsor, each held by a unit',
  'service/src/relay/internal/SponsoredClaims.ts#refusals': 'work: operations that wait, each held by a unit',
  'service/src/relay/internal/SponsoredClaims.ts#resending': 'work: claims at the sponsor',
  'service/src/routes/internal/createReleaseReads.ts#known':
    'work: requests in flight and of the last 2 s, each for a claim of its own unit',
  'service/src/sender/internal/Outbox.ts#pending': 'work: 16 transactions',
  'service/src/sender/internal/Outbox.ts#offering': 'work: 16 transactions',
  'service/src/store/internal/lockDirectory.ts#owned': 'fixed: stores',
  'service/src/telemetry/createMetrics.ts#metrics': 'entries: refused beyond a limit',
}

/** Empty maps and sets of a source that outlive a call: of the module, of an object, of what `create…` returns, and of records. */
function longLived(source: string): string[] {
  const fresh = String.raw`= (?:\/\* @__PURE__ \*\/ )?new (?:Map|Set)\b(?:<.*>)?\(\)`
  const ofModule = new RegExp(String.raw`^(?:export )?(?:const|let) (\w+)\b.*${fresh}`)
  // A comma ends the default of a parameter.
  const ofObject = new RegExp(String.raw`^ {2}(?:readonly )?#?(\w+)\b(?!\().*${fresh}(?!,)`)
  const ofClosure = new RegExp(String.raw`^ {2}(?:const|let) (\w+)\b.*${fresh}`)
  const ofMember = /^ {4}(\w+): new (?:Map|Set)\b(?:<.*>)?\(\),$/
  let within = ''
  return source.split('\n').flatMap((line) => {
    if (/: Readonly(?:Map|Set)</.test(line)) return []
    within = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? within
    const closure = ofClosure.exec(line)?.[1]
    if (closure !== undefined) return /^(?:create|open|share)/.test(within) ? [closure] : []
    return ofMember.exec(line)?.[1] ?? ofModule.exec(line)?.[1] ?? ofObject.exec(line)?.[1] ?? []
  })
}

test('every map and set that lives as long as the process has a bound', () => {
  const files = globSync('{sdk,service}/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.(?:test|fuzz|bench|test-d)\.ts$/.test(path),
  )
  const found = files.flatMap((path) =>
    longLived(readFileSync(`${root}/${path}`, 'utf8')).map((name) => `${path}#${name}`),
  )
  expect(found.toSorted()).toEqual(Object.keys(bounds).toSorted())
})

test('the search finds each kind, and no collection that ends with a call', () => {
  const source = [
    'const answers = /* @__PURE__ */ new Map<string, number>()',
    'export class Cache {',
    '  readonly #entries = new Map<string, { value: number }>()',
    '}',
    'export function createWindow() {',
    '  const table = new Map<string, number>()',
    '}',
    'function countRows(',
    '  counted: Map<number, bigint> = new Map(),',
    ') {',
    '  const seen = new Set<string>()',
    '}',
    'function emptyMemory() {',
    '  return {',
    '    signers: new Map(),',
    '  }',
    '}',
    'const known = new Set([1])',
    'const nothing: ReadonlyMap<string, string> = new Map()',
  ]
  expect(longLived(source.join('\n'))).toEqual(['answers', 'entries', 'table', 'signers'])
})
