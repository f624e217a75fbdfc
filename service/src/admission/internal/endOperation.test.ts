import { expect, test, vi } from 'vitest'
import { testAdmission, testRequest } from '../../../test/admission.js'
import { describeStores } from '../../../test/stores.js'
import type { AuditEvent } from '../../audit/Audit.js'
import { createAudit } from '../../audit/createAudit.js'
import type { Store } from '../../store/Store.js'
import type { Settlement } from '../Admission.js'
import { OperationNotFoundError } from '../createAdmission.js'

const final: Settlement = { state: 'final', outcome: '{"body":{"ok":true}}', units: 'charge', spent: 4n }
const refusedFor = (problem: string): Settlement => {
  return { state: 'refused', outcome: JSON.stringify({ problem }), units: 'refund', spent: 0n }
}

describeStores('endOperation', ({ open }) => {
  /** Records what was spent. */
  async function stage() {
    const store = await open()
    const audit = createAudit({ store, now: () => 1_000, config: { instanceId: 'a' } })
    const eventOf = vi.fn((operation: { id: string }, { spent }: Settlement): AuditEvent | undefined =>
      spent > 0n ? { kind: 'relay', body: { operation: operation.id, spent } } : undefined,
    )
    const onRefused = vi.fn()
    const { admission } = testAdmission(store, { record: { audit, eventOf }, onRefused })
    const admit = async () => {
      const result = await admission.admit(testRequest({ operation: { kind: 'claim', chainId: 7 } }))
      if (!('operation' in result)) throw new Error('refused')
      return result.operation.id
    }
    return { store, audit, admission, admit, eventOf, onRefused }
  }
  const recorded = (store: Store) => store.db.selectFrom('audit').select(['kind', 'body']).orderBy('seq').execute()

  test('default: the end and its record are stored together, once', async () => {
    const { store, admission, admit, eventOf } = await stage()
    const id = await admit()
    await Promise.all([admission.settle(id, final), admission.settle(id, final)])
    await admission.settle(id, final)
    expect(await admission.get(id)).toMatchObject({ state: 'final', outcome: final.outcome })
    expect(await recorded(store)).toEqual([{ kind: 'relay', body: `{"operation":"${id}","spent":"4"}` }])
    expect(eventOf.mock.calls[0]).toMatchObject([{ id, kind: 'claim', state: 'queued' }, final])
  })

  test('error: an end that cannot be recorded does not happen', async () => {
    const { store, audit, admit } = await stage()
    const id = await admit()
    const { admission } = testAdmission(store, {
      record: {
        audit: { appendWith: () => Promise.reject(new Error('The disk is full.')) },
        eventOf: () => ({ kind: 'relay', body: {} }),
      },
    })
    await expect(admission.settle(id, final)).rejects.toThrow('The disk is full.')
    expect(await admission.get(id)).toMatchObject({ state: 'queued' })
    await audit.append({ kind: 'config', body: {} })
    expect(await recorded(store)).toHaveLength(1)
  })

  test('error: an unknown operation is neither ended nor recorded', async () => {
    const { store, admission, eventOf } = await stage()
    await expect(admission.settle('nothing', final)).rejects.toThrow(OperationNotFoundError)
    expect(eventOf).not.toHaveBeenCalled()
    expect(await recorded(store)).toEqual([])
  })

  test('behavior: an end without an effect is stored without a record, and reported where money was the reason', async () => {
    const { store, admission, admit, onRefused } = await stage()
    for (const problem of ['fee_ceiling', 'relayer_depleted', 'quota_exceeded', 'recipient_not_eligible']) {
      const id = await admit()
      await admission.settle(id, refusedFor(problem))
      expect(await admission.get(id)).toMatchObject({ state: 'refused', content: undefined })
    }
    const failed = await admit()
    await admission.settle(failed, { ...refusedFor('fee_ceiling'), state: 'failed' })
    expect(await admission.get(failed)).toMatchObject({ state: 'failed' })
    expect(onRefused.mock.calls.map(([refusal]) => refusal)).toEqual([
      { reason: 'fee_ceiling', kind: 'claim', chainId: 7 },
      { reason: 'relayer_depleted', kind: 'claim', chainId: 7 },
      { reason: 'quota_exceeded', kind: 'claim', chainId: 7 },
    ])
    expect(await recorded(store)).toEqual([])
  })

  test('behavior: a refusal that is recorded, and one with a body, is not reported', async () => {
    const { admission, admit, onRefused } = await stage()
    await admission.settle(await admit(), { ...refusedFor('fee_ceiling'), spent: 1n })
    await admission.settle(await admit(), { ...final, state: 'refused', spent: 0n })
    expect(onRefused).not.toHaveBeenCalled()
  })
})
