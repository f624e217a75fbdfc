import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Every use of the wall clock, which an operator or a time server can set back, with its number in each file and its
 * reason. `row`: a time that is stored, or compared with a stored one; `chain`: compared with a block or a deadline;
 * `signed`: part of a signed message; `person`: shown or logged; `day`: the hours and days of quotas; `given`: the
 * caller passes the clock, and the default is one that is never set. All other times are ages, by `performance.now` or
 * `elapsed`.
 */
const wallClocks: Readonly<Record<string, readonly [uses: number, why: string]>> = {
  'cli/src/commands/doctor.ts': [1, 'chain: how far this clock is off'],
  'cli/src/commands/investigate.ts': [1, 'person: when it was checked'],
  'cli/src/commands/request/pay.ts': [1, 'row: when it was paid'],
  'cli/src/journal/Journal.ts': [1, 'row: when it was begun'],
  'cli/src/risk/decidePair.ts': [1, 'row: when it was decided'],
  'cli/src/commands/transfer/openAcknowledgedSends.ts': [1, 'row: when it was sent'],
  'cli/src/risk/passReport.ts': [1, 'row: when it was acknowledged'],
  'sdk/src/bridge/internal/pollStatus.ts': [2, 'given'],
  'sdk/src/bridge/internal/runBridge.ts': [5, 'given'],
  'sdk/src/chain/explorerApi/etherscanAdapter.ts': [1, 'chain: a time that the explorer looks up'],
  'sdk/src/chain/logs/internal/pacing.ts': [3, 'given'],
  'sdk/src/hub/waitHubMint.ts': [3, 'given'],
  'sdk/src/links/linkState.ts': [1, 'chain: deadline of a transfer'],
  'sdk/src/plan/internal/draft.ts': [2, 'person: when it was planned; row: when it was acknowledged'],
  'sdk/src/risk/CachingDataProvider.ts': [3, 'given; chain: age of an account'],
  'sdk/src/risk/acknowledgementCovers.ts': [1, 'row: compared with when it was acknowledged'],
  'sdk/src/risk/buildDossier.ts': [1, 'chain: age of an account'],
  'sdk/src/risk/check.ts': [1, 'chain: age of an account'],
  'sdk/src/risk/evaluateRisk.ts': [1, 'chain: age of an account'],
  'sdk/src/risk/internal/lag.ts': [1, 'chain: compared with the explorer’s newest block'],
  'sdk/src/risk/internal/passReport.ts': [1, 'row: compared with when it was checked'],
  'sdk/src/service/internal/Connection.ts': [1, 'signed'],
  'sdk/src/shield/LocalCoSigner.ts': [3, 'chain: expiry of a box; signed: how fresh a proof is'],
  'sdk/src/shield/RemoteCoSigner.ts': [1, 'signed'],
  'sdk/src/shield/awaitBoxFunded.ts': [4, 'given'],
  'sdk/src/transfer/status.ts': [2, 'chain: deadline of a transfer'],
  'sdk/src/watch/readyCancel.ts': [1, 'chain: deadline of a signature'],
  'service/src/admission/createAdmission.ts': [2, 'row, day'],
  'service/src/admission/internal/endOperation.ts': [1, 'row'],
  'service/src/admission/preflightFailures.ts': [2, 'day'],
  'service/src/audit/createTally.ts': [1, 'row'],
  'service/src/audit/internal/AuditChain.ts': [1, 'row'],
  'service/src/boot/checkBoot.ts': [1, 'chain: how far this clock is off'],
  'service/src/boot/internal/measureStore.ts': [2, 'row, day'],
  'service/src/boot/startKeeper.ts': [1, 'the clock that the parts are given'],
  'service/src/boot/startService.ts': [1, 'the clock that the parts are given'],
  'service/src/commands/clearForeignUseCommand.ts': [1, 'row'],
  'service/src/commands/verifyAuditCommand.ts': [1, 'row'],
  'service/src/cosign/internal/createBindings.ts': [2, 'row: when a binding ends'],
  'service/src/cosign/internal/createLedger.ts': [1, 'row'],
  'service/src/cosign/internal/createRecords.ts': [1, 'signed: how fresh a proof is'],
  'service/src/cosign/internal/createRowLimits.ts': [3, 'day'],
  'service/src/cosign/internal/decide.ts': [1, 'signed: how fresh a proof is'],
  'service/src/cosign/internal/findPayer.ts': [1, 'signed: how fresh a proof is'],
  'service/src/cosign/internal/recordSignature.ts': [2, 'signed: how fresh a proof is; row'],
  'service/src/http/internal/checkBody.ts': [1, 'signed: how fresh a request is'],
  'service/src/http/internal/problemAnswer.ts': [1, 'person: the service’s time, for a client whose clock is off'],
  'service/src/indexes/AnnouncementIndex.ts': [
    1,
    'chain, row: how old the head is, and the last success of any instance',
  ],
  'service/src/indexes/RecipientIndex.ts': [1, 'chain, row: how old the head is, and the last success of any instance'],
  'service/src/indexes/createIndexes.ts': [1, 'chain: how old the head is'],
  'service/src/indexes/internal/Scan.ts': [6, 'row: leases, cursors; chain: how old the head is'],
  'service/src/keeper/internal/readBoxes.ts': [1, 'row: when a binding ends'],
  'service/src/keeper/internal/recordTransfers.ts': [1, 'row'],
  'service/src/keeper/internal/spendingPolicy.ts': [1, 'day'],
  'service/src/opinion/createOpinion.ts': [1, 'chain: age of an account'],
  'service/src/opinion/internal/createModelCalls.ts': [1, 'row, day'],
  'service/src/relay/createOwnerLimit.ts': [1, 'day'],
  'service/src/relay/internal/Operations.ts': [1, 'row: since an operation was admitted, by any instance'],
  'service/src/relay/internal/Queue.ts': [2, 'row: since an operation was admitted, by any instance'],
  'service/src/relay/internal/SponsoredClaims.ts': [1, 'row, chain: from which block to look'],
  'service/src/relay/internal/operationPolicy.ts': [4, 'row'],
  'service/src/relay/internal/operationRows.ts': [1, 'row'],
  'service/src/relay/internal/userOperationRows.ts': [3, 'row'],
  'service/src/relay/internal/watchBalance.ts': [1, 'person: as of when the balance is'],
  'service/src/retention/createRetention.ts': [4, 'row'],
  'service/src/routes/internal/carryOut.ts': [1, 'day'],
  'service/src/routes/postInvestigate.ts': [1, 'person, chain: as of when the report is'],
  'service/src/routes/postRelayCreate.ts': [1, 'chain: expiry of a box'],
  'service/src/sender/LeasedKey.ts': [1, 'row: leases, which instances share'],
  'service/src/sender/SenderLease.ts': [3, 'row: leases, which instances share'],
  'service/src/sender/internal/Outbox.ts': [3, 'row: when a transaction was made, by any process'],
  'service/src/sender/internal/signAttempt.ts': [2, 'row'],
  'service/src/sender/internal/transactionRows.ts': [2, 'row'],
  'service/src/telemetry/createLog.ts': [2, 'person'],
  'service/src/telemetry/redact.ts': [1, 'day: of the key that pseudonyms are made with'],
}

test('regression: no age depends on a clock that can be set back', () => {
  const files = ['service', 'sdk', 'cli'].flatMap((folder) => globSync(`${folder}/src/**/*.ts`, { cwd: root }))
  const used = files
    .filter((file) => !/\.(?:test|fuzz|bench|test-d)\.ts$/.test(file))
    .flatMap((file) => {
      const uses = countWallClocks(readFileSync(`${root}/${file}`, 'utf8'))
      return uses === 0 ? [] : [[file, uses] as const]
    })
  expect(Object.fromEntries(used)).toEqual(
    Object.fromEntries(Object.entries(wallClocks).map(([file, [uses]]) => [file, uses])),
  )
})

test.each([
  ['const at = Date.now()', 1],
  ['now = Date.now,', 1],
  ['if (now() - at > 5) at = now()', 2],
  ['this.#parts.now()', 1],
  ['now = new Date()', 1],
  ['const at = performance.now()', 0],
  ['elapsed() - at', 0],
  [' * at Date.now()', 0],
  ['isUnknown()', 0],
] as const)('%s: %i', (line, uses) => expect(countWallClocks(line)).toBe(uses))

function countWallClocks(text: string): number {
  const code = text.split('\n').filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
  const wall = /\bDate\.now\b|\bnew Date\(\)|(?<![\w.])now\(\)|(?<!performance|Date)\.now\(\)/g
  return code.reduce((sum, line) => sum + (line.match(wall)?.length ?? 0), 0)
}
