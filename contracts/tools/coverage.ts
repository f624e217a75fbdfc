/**
 * Runs the contracts' tests with coverage and fails unless every line, branch and function of `src` is reached.
 * `npx tsx contracts/tools/coverage.ts`
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { contractsFolder, forge } from './forge.js'
import { findCoverageGaps } from './lcov.js'

const expected = [
  'contracts/src/CodeClaimVerifier.sol',
  'contracts/src/PrivatePayRouter.sol',
  'contracts/src/ProtectedTransfer.sol',
  'contracts/src/ShieldVault.sol',
  'contracts/src/SpendPolicyAccount.sol',
  'contracts/src/SpendPolicyFactory.sol',
  'contracts/src/StealthAnnouncer.sol',
  'contracts/src/libraries/BoxCode.sol',
  'contracts/src/libraries/CodeProof.sol',
  'contracts/src/libraries/Signatures.sol',
]

const report = `${contractsFolder}/out/lcov.info`
const root = dirname(contractsFolder)
// Only a build creates the folder; forge does not.
mkdirSync(dirname(report), { recursive: true })
console.log(
  forge(
    [
      ...['coverage', '--root', root],
      ...['--report', 'summary', '--report', 'lcov', '--report-file', report],
      ...['--no-match-coverage', '(test|node_modules)'],
      // Invariants are random, and vectors are read from a path that only the other profiles have.
      ...['--no-match-path', 'contracts/test/{invariant/*,unit/Vectors*}'],
    ],
    // What few random inputs reach, the quick tests may miss.
    { FOUNDRY_PROFILE: 'coverage', FOUNDRY_CONFIG: `${contractsFolder}/foundry.toml`, FOUNDRY_FUZZ_RUNS: '256' },
    root,
  ),
)

const { files, gaps } = findCoverageGaps(readFileSync(report, 'utf8'))
const unseen = expected.filter((file) => !files.includes(file)).map((file) => `${file} is not in the report`)
const problems = [...unseen, ...gaps]
for (const problem of problems) console.error(`not covered: ${problem}`)
if (problems.length > 0) process.exit(1)
console.log(`${files.length} files, every line, branch and function reached`)
