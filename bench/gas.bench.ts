/**
 * Gas of the shield, whole transactions with a plain token of 6 decimals, beside the best known figures of another
 * implementation. A test reads ours from receipts and fails when they differ (`npm test -- contracts/test/gas`).
 */
import { readFileSync } from 'node:fs'

/** By action. */
const bestKnown: Readonly<Record<string, number>> = {
  createAccount: 252_436,
  'pay, first': 138_660,
  'pay, next': 72_248,
  'pull, first': 167_912,
  'pull, next': 79_902,
  sweepToVault: 61_584,
  createFundAndPay: 389_037,
}

const measured: Record<string, number> = JSON.parse(
  readFileSync(new URL('../contracts/gas-snapshot.shield.json', import.meta.url), 'utf8'),
)
const column = (value: number | undefined) => (value === undefined ? '' : value.toLocaleString('en')).padStart(12)

console.log('gas: whole transactions, plain token\n')
console.log(`  ${''.padEnd(44)}${'ours'.padStart(12)}${'best known'.padStart(12)}${'ratio'.padStart(9)}`)
for (const [action, gas] of Object.entries(measured)) {
  const best = bestKnown[action]
  const share = best === undefined ? '' : `${((100 * gas) / best).toFixed(0)} %`
  console.log(`  ${action.padEnd(44)}${column(gas)}${column(best)}${share.padStart(9)}`)
}
console.log()
