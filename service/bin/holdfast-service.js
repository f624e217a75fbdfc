#!/usr/bin/env -S node --max-semi-space-size=4
import process from 'node:process'

const { node } = process.versions
const [major = 0, minor = 0] = node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 13)) await import('../dist/main.js')
else {
  process.stderr.write(`holdfast-service needs Node 22.13 or newer; this is ${node}.\n`)
  // As for every other fault of the surroundings: EX_CONFIG of sysexits.h.
  process.exitCode = 78
}
