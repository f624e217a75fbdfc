import { expect, test } from 'vitest'
import type { Settlement } from '../admission/Admission.js'
import type { OperationRow } from '../admission/operationRow.js'
import { encodeOutcome, type Outcome } from './Outcome.js'
import { settlementEvent } from './settlementEvent.js'

const operation: OperationRow = {
  id: 'one',
  key: 'claim 7',
  current: 1,
  kind: 'claim',
  chain_id: 5042002,
  state: 'mined',
  content: '{"code":"0123456789ABCDEF","salt":"0x5a17"}',
  content_hash: '0x',
  requester: '0xcaller',
  request_digest: '0xd1',
  network: '192.0.2.1',
  day: 0,
  units: 1,
  held: 9,
  spent: null,
  outcome: null,
  created_at: 0,
  updated_at: 0,
}
const txHash = `0x${'11'.repeat(32)}` as const
const end = (outcome: Outcome, changes: Partial<Settlement> = {}): Settlement => ({
  state: 'final',
  outcome: encodeOutcome(outcome),
  units: 'charge',
  spent: 7n,
  ...changes,
})

test('default: records what was done and its cost, and no caller', () => {
  const event = settlementEvent(operation, end({ body: { ok: true, txHash } }))
  expect(event).toEqual({
    kind: 'relay',
    body: {
      operation: 'one',
      operationKind: 'claim',
      chain: 5042002,
      requestDigest: '0xd1',
      state: 'final',
      outcome: 'done',
      txHash,
      spent: 7n,
      units: 'charge',
    },
  })
})

test.each<[string, Partial<OperationRow>, Settlement, object | undefined]>([
  ['a seed', { kind: 'gas' }, end({ body: { txHash, amount: '50000' } }), { kind: 'seed' }],
  ['a claim that the sponsor has paid', {}, end({ body: { ok: true, txHash } }, { spent: 0n }), { kind: 'relay' }],
  [
    'a claim that failed on the chain',
    {},
    end({ body: { ok: false, error: { kind: 'locked', attemptsRemaining: 0 }, txHash } }),
    { kind: 'relay', body: { outcome: 'locked' } },
  ],
  [
    'one whose nonce was given up, which has a cost',
    {},
    end({ problem: 'fee_ceiling' }, { state: 'refused', units: 'refund' }),
    { kind: 'relay', body: { outcome: 'fee_ceiling', txHash: null, spent: 7n } },
  ],
  [
    'one whose nonce another program has used',
    {},
    end({ problem: 'upstream_unavailable' }, { state: 'superseded', units: 'refund', spent: 0n }),
    { kind: 'refuse', body: { state: 'superseded' } },
  ],
  ['nothing sent', {}, end({ body: { ok: false, error: { kind: 'unknown' } } }, { spent: 0n }), undefined],
  ['nothing to do', { kind: 'create' }, end({ body: { account: '0x01', txHash: null } }, { spent: 0n }), undefined],
])('behavior: %s', (_, row, settlement, event) => {
  const told = settlementEvent({ ...operation, ...row }, settlement)
  if (event === undefined) expect(told).toBeUndefined()
  else expect(told).toMatchObject(event)
})

test('the hash of a problem is recorded, and makes it an effect', () => {
  const event = settlementEvent(
    operation,
    end({ problem: 'upstream_unavailable', txHash }, { state: 'failed', spent: 0n }),
  )
  expect(event).toMatchObject({ kind: 'relay', body: { outcome: 'upstream_unavailable', txHash, spent: 0n } })
  expect(
    settlementEvent(operation, end({ problem: 'upstream_unavailable' }, { state: 'failed', spent: 0n })),
  ).toBeUndefined()
})
