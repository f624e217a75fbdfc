import { expect, test } from 'vitest'
import * as bridge from '../bridge/index.js'
import * as hub from '../hub/index.js'
import * as links from '../links/index.js'
import * as shield from '../shield/index.js'
import * as stealth from '../stealth/index.js'
import * as transfers from '../transfer/index.js'
import { readOperation } from './internal/params.js'

/** Functions that are named like a write and have no plan, and why. */
const unplanned: Readonly<Record<string, string>> = {
  approvePermit: 'a step of the sends by Permit2',
  approveVault: 'a step of `depositToVault`',
  bridgeChainByChainId: 'it reads',
  bridgeShortfall: 'it reads',
  cancelAuthorization: 'it uses a signature up, and moves nothing',
  createRiskCheck: 'it makes a function for a co-signer',
  rekeyWithSignature: 'it moves nothing',
  requestRelease: 'it moves nothing; `claimPaymentLink` is planned with it',
  resumeHubSpend: 'it signs nothing: it submits what was signed',
  spendDigest: 'it computes',
  spendTypedData: 'it computes',
  sweepTypedData: 'it computes',
}

const writes =
  /^(?:send|submit|create|claim(?!Key)|release|cancel|rekey|reclaim|approve|register|fund|deposit|withdraw|settle|sweep|spend|bridge|resume|mint|initiate|complete|add|remove|announce(?!Args)|request)/

test('each function that moves money has a plan, or a reason', () => {
  const layers: Readonly<Record<string, unknown>>[] = [bridge, hub, links, shield, stealth, transfers]
  const names = layers
    .flatMap((layer) => Object.keys(layer).filter((name) => typeof layer[name] === 'function'))
    .filter((name) => writes.test(name) && !isOperation(name))
  expect([...new Set(names)].sort()).toEqual(Object.keys(unplanned).sort())
})

function isOperation(name: string): boolean {
  try {
    return readOperation(name) === name
  } catch {
    return false
  }
}
