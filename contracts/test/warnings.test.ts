import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contractsFolder } from '../tools/forge.js'

test('behavior: the compiler has no warning about a contract of ours, shown or hidden', () => {
  const files = readdirSync(`${contractsFolder}/src`, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((file) => file.endsWith('.sol'))
    .map((file) => [`src/${file}`, { content: readFileSync(`${contractsFolder}/src/${file}`, 'utf8') }])
  expect(sources.length).toBeGreaterThan(15)
  const warnings = warningsOf(Object.fromEntries(sources))
  expect(warnings.filter(({ file }) => file.startsWith('src/'))).toEqual([])
  // The compiler drops warnings after the 256th.
  expect(warnings.length).toBeLessThan(256)
})

test('behavior: a warning that forge hides is found', () => {
  const content = 'pragma solidity 0.8.37; contract C { function f(uint256 at) external { uint256 a = 1; } }'
  const warnings = warningsOf({ 'src/C.sol': { content } })
  // No licence, a parameter and a variable without use, a keyword to come, a function that could be pure.
  expect(warnings.map(({ code }) => code).toSorted()).toEqual(['1878', '2018', '2072', '5667', '6335'])
})

/** What forge leaves out of its output: libraries' warnings, licences and sizes. Nothing is compiled to bytecode. */
function warningsOf(sources: Record<string, { content: string }>) {
  const remappings = [
    '@openzeppelin/contracts/=../node_modules/@openzeppelin/contracts/',
    'solady/=../node_modules/solady/src/',
  ]
  const input = JSON.stringify({
    language: 'Solidity',
    sources,
    settings: { remappings, outputSelection: { '*': { '*': ['abi'] } } },
  })
  const args = ['--standard-json', '--base-path', contractsFolder]
  const { stdout } = spawnSync(`${contractsFolder}/tools/solc.cjs`, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const { errors = [] } = JSON.parse(stdout) as { errors?: Problem[] }
  return errors.map(({ errorCode, sourceLocation, message }) => ({
    code: errorCode,
    file: sourceLocation?.file ?? '',
    message,
  }))
}

type Problem = { errorCode: string; sourceLocation?: { file: string }; message: string }
