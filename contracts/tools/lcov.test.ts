import { expect, test } from 'vitest'
import { findCoverageGaps } from './lcov.js'

const covered = `TN:
SF:contracts/src/A.sol
DA:10,3
FN:10,A.f
FNDA:3,A.f
BRDA:11,0,0,2
BRDA:11,0,1,1
end_of_record
`

test('default', () => {
  expect(findCoverageGaps(covered)).toEqual({ files: ['contracts/src/A.sol'], gaps: [] })
})

test('behavior: names every line, branch and function that was not reached', () => {
  const lcov = covered
    .replace('DA:10,3', 'DA:10,0')
    .replace('BRDA:11,0,0,2', 'BRDA:11,0,0,0')
    .replace('BRDA:11,0,1,1', 'BRDA:11,0,1,-')
    .replace('FNDA:3,A.f', 'FNDA:0,A.f')
  expect(findCoverageGaps(lcov).gaps).toEqual([
    'contracts/src/A.sol:10 line',
    'contracts/src/A.sol function A.f',
    'contracts/src/A.sol:11 branch 0',
    'contracts/src/A.sol:11 branch 1',
  ])
})
