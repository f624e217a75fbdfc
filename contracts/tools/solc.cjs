#!/usr/bin/env node
/**
 * The Solidity compiler as forge expects it: a program that answers `--version` and `--standard-json`.
 *
 * A native solc of exactly this version is used when `SOLC` names one or one is on PATH; otherwise the WebAssembly
 * build from the npm package `solc` compiles, which needs nothing installed and gives the same bytecode.
 */
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { resolve } = require('node:path')

const VERSION = '0.8.37+commit.f401782d'

const args = process.argv.slice(2)
const native = findNative()
if (native !== undefined) process.exit(spawnSync(native, args, { stdio: 'inherit' }).status ?? 1)

if (args.includes('--version')) {
  console.log('solc, the solidity compiler commandline interface')
  console.log(`Version: ${VERSION}.Linux.g++`)
} else if (args.includes('--standard-json')) {
  const solc = require('solc')
  if (!solc.version().startsWith(VERSION)) fail(`npm package solc is ${solc.version()}, expected ${VERSION}`)
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: readImport }))
} else {
  fail(`unsupported arguments: ${args.join(' ')}`)
}

/**
 * forge sends most sources inline, but names a library's own relative imports by absolute path, while the compiler asks
 * for them relative to the base path, as a native solc would from disk.
 */
function readImport(path) {
  try {
    return { contents: readFileSync(resolve(args[args.indexOf('--base-path') + 1], path), 'utf8') }
  } catch (error) {
    return { error: error.message }
  }
}

function findNative() {
  const named = process.env.SOLC
  if (named) {
    if (!isRightVersion(named)) fail(`SOLC=${named} is not solc ${VERSION}`)
    return named
  }
  return isRightVersion('solc') ? 'solc' : undefined
}

function isRightVersion(program) {
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.includes(`Version: ${VERSION}`)
}

function fail(message) {
  console.error(`solc.cjs: ${message}`)
  process.exit(1)
}
