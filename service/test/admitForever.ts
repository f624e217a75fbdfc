import { openStore } from '../src/store/openStore.js'
import { testAddress, testAdmission, testRequest } from './admission.js'

/** Admits and settles without end, and prints each result. Run as a separate process. */
const [directory = '', round = ''] = process.argv.slice(2)
const store = await openStore({ store: { kind: 'sqlite', directory } })
const { admission } = testAdmission(store, {
  limits: { addressUnitsPerDay: 1e9, globalUnitsPerDay: 1e9, networkSharePercent: 25 },
  money: { addressDaily: 10n ** 12n, globalDaily: 10n ** 12n },
})
await Promise.all(
  Array.from({ length: 8 }, async (_, worker) => {
    for (let count = 0; ; count++) {
      const key = `${round} ${worker} ${count}`
      const digest = `0x${Buffer.from(key).toString('hex').padEnd(64, '0')}` as const
      const result = await admission.admit(
        testRequest({ signer: { address: testAddress(worker), digest }, operation: { key } }),
      )
      if (!('admitted' in result)) throw new Error(result.refused)
      process.stdout.write(`admitted ${result.operation.id}\n`)
      if (count % 2 === 0) continue
      await admission.settle(result.operation.id, { state: 'final', outcome: '{}', units: 'charge', spent: 3n })
      process.stdout.write(`settled ${result.operation.id}\n`)
    }
  }),
)
