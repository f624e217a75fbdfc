import type { AdmissionRequest } from '../src/admission/Admission.js'
import { createAdmission } from '../src/admission/createAdmission.js'
import type { Store } from '../src/store/Store.js'
import type { Log } from '../src/telemetry/Telemetry.js'

/** A moment in the middle of a day. */
export const NOON = 20_000 * 86_400_000 + 43_200_000

/** Admission with small limits and a clock that a test can move. */
export function testAdmission(
  store: Store,
  {
    limits = { addressUnitsPerDay: 5, globalUnitsPerDay: 20, networkSharePercent: 25 },
    money = { addressDaily: 1000n, globalDaily: 10_000n },
    ...parts
  }: Partial<Omit<createAdmission.Parts, 'config'> & createAdmission.Parts['config']> = {},
) {
  const clock = { now: NOON }
  const admission = createAdmission({
    store,
    config: { limits, money },
    now: () => clock.now,
    elapsed: () => clock.now,
    log: silent,
    ...parts,
  })
  return { admission, clock }
}

let signatures = 0

/** A new request of the first address, for an operation of its own. */
export function testRequest(changes: RequestChanges = {}): AdmissionRequest {
  const digest = hex(++signatures, 64)
  const { signer, operation, ...rest } = changes
  return {
    signer: { address: testAddress(1), timestamp: NOON, digest, ...signer },
    network: undefined,
    operation: {
      key: `key ${signatures}`,
      kind: 'create',
      chainId: 1,
      content: '{"a":1}',
      contentHash: '0x01',
      ...operation,
    },
    units: 1,
    hold: 10n,
    ...rest,
  }
}

export type RequestChanges = Partial<Omit<AdmissionRequest, 'signer' | 'operation'>> & {
  signer?: Partial<AdmissionRequest['signer']>
  operation?: Partial<AdmissionRequest['operation']>
}

export const testAddress = (number: number): `0x${string}` => hex(number, 40)

export const hex = (number: number, digits: number): `0x${string}` => `0x${number.toString(16).padStart(digits, '0')}`

/** The amounts of every scope of every day, as text, without empty ones. */
export async function readLedgers(store: Store): Promise<Record<string, string>> {
  const units = await store.db.selectFrom('quotas').selectAll().orderBy('day').orderBy('scope').execute()
  const money = await store.db.selectFrom('spending').selectAll().orderBy('day').orderBy('scope').execute()
  return Object.fromEntries([
    ...units.map((row) => [`units ${row.scope}`, `${row.used} used, ${row.held} held`]),
    ...money.map((row) => [`money ${row.scope}`, `${row.spent} spent, ${row.held} held`]),
  ])
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
