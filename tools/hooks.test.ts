import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { BOXES, BRIDGE, HUB, TRANSFERS } from '../react/src/query/internal/touches.js'
import { readSources } from './imports.js'
import { type EntryPoint, readEntryPoints } from './surface.js'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const points = readEntryPoints(root, ['sdk/src/index.ts', 'react/src/index.ts', 'react/src/query/index.ts'])
const sdk = points.get('sdk/src/index.ts') as EntryPoint
const hooks = namesOf('react/src/index.ts')
const builders = namesOf('react/src/query/index.ts')

/** The SDK's exports that send requests, and why they have no hook. */
const withoutHook: Readonly<Record<string, string>> = {
  assertNetwork: 'checks a pair of clients; every write does it',
  chainIdOf: 'asks a client for its chain; wagmi has `useChainId`',
  deploymentOf: 'looks up the chain of a client; every operation does it',
  endpointsByHealth: 'orders endpoints before clients are made',
  getLogsChunked: 'reads events of any contract; what indexes read by',
  readLogs: 'reads events of any contract; what indexes read by',
  explorerLogs: 'reads events of any contract; what indexes read by',
  findTransactionByNonce: 'looks at blocks; how `waitForReceipt` finds what replaced a transaction',
  waitForReceipt: 'waits for any transaction; part of every write, of `useWaitForSend` and of `useWaitForClaim`',
  explorerAccountsCreated: 'the source of an index',
  explorerAnnouncements: 'the source of an index',
  scanAnnouncements: 'the search inside `discoverStealthBoxes`, for a worker',
  guardPayment: 'the firewall inside every write',
  guardSend: 'the firewall inside every write',
  recoverClaimHash: 'computes, and sends no request',
  signClaim: 'computes with a claim key, and sends no request',
  signLinkClaim: 'makes what `useGaslessClaim` takes from the journal',
}

/** A hook of another name: reading and following a transfer are one, and wagmi has a `useConfig`. */
const under: Readonly<Record<string, string>> = { watchTransfer: 'useTransfer', getConfig: 'useTransferConfig' }

const operations = [...operationsOf(sdk), ...methodsOf('ServiceClient')]

test('every read and every write of the SDK has a hook', () => {
  const missing = operations.filter((name) => !(name in withoutHook) && !hooks.has(under[name] ?? hookOf(name)))
  expect(missing).toEqual([])
  expect(operations.length).toBeGreaterThan(120)
})

test('every hook of an operation has a builder without React', () => {
  const without = operations
    .filter((name) => !(name in withoutHook) && !name.startsWith('watch'))
    .filter((name) => !builders.has(`${name}QueryOptions`) && !builders.has(`${name}MutationOptions`))
  expect(without).toEqual([])
})

test('no exception names an operation that is gone or has a hook', () => {
  expect(Object.keys(withoutHook).filter((name) => !operations.includes(name) || hooks.has(hookOf(name)))).toEqual([])
})

test('every write of the decorators is a mutation', () => {
  const [, source = ''] =
    /const operations = \{([^}]+)\}/.exec(textOf('sdk/src/decorators/holdfastWalletActions.ts')) ?? []
  const writes = source.match(/\w+/g) ?? []
  expect(writes.length).toBeGreaterThan(50)
  const isRead = (name: string) => name === 'canPayBySignature'
  expect(writes.filter((name) => !isRead(name) && !builders.has(`${name}MutationOptions`))).toEqual([])
})

test('the reads that a write invalidates are reads', () => {
  const names = [...TRANSFERS, ...BOXES, ...HUB, ...BRIDGE]
  expect(names.filter((name) => !builders.has(`${name}QueryOptions`))).toEqual([])
})

test('one hook a file, which says that it runs in a browser', () => {
  const files = [...readSources(root, ['react/src/hooks'])].filter(([file]) => !file.endsWith('/types.ts'))
  const silent = files.filter(([, text]) => !text.startsWith("'use client'\n")).map(([file]) => file)
  expect(silent).toEqual([])
  const crowded = files
    .filter(([file]) => !file.includes('/internal/'))
    .filter(([, text]) => (text.match(/^export (?:function|const) /gm) ?? []).length !== 1)
  expect(crowded.map(([file]) => file)).toEqual([])
})

test('the builders import neither React nor its bindings', () => {
  const built = [...readSources(root, ['react/src/query'])].filter(([file]) => !file.endsWith('.test.ts'))
  const found = built.filter(([, text]) =>
    / from '(?:react|react-dom|wagmi|wagmi\/query|@tanstack\/react-query)'/.test(text),
  )
  expect(found.map(([file]) => file)).toEqual([])
})

function hookOf(name: string): string {
  const short = name.replace(/^get(?=[A-Z])/, '')
  return `use${short.charAt(0).toUpperCase()}${short.slice(1)}`
}

function namesOf(entry: string): Set<string> {
  return new Set(points.get(entry)?.exported.map(({ name }) => name))
}

function textOf(file: string): string {
  return readSources(root, [file.replace(/\/[^/]+$/, '')]).get(file) ?? ''
}

/** Operations: functions that return a promise, and those that watch. */
function operationsOf({ exported, checker }: EntryPoint): string[] {
  return exported.filter(({ name, symbol }) => isOperation(name, symbol, checker)).map(({ name }) => name)
}

function isOperation(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const [declaration] = symbol.declarations ?? []
  if (declaration === undefined || !ts.isFunctionDeclaration(declaration)) return false
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
  const result = signature && checker.getReturnTypeOfSignature(signature).getSymbol()?.name
  return result === 'Promise' || name.startsWith('watch')
}

function methodsOf(type: string): string[] {
  const symbol = sdk.exported.find(({ name }) => name === type)?.symbol
  if (symbol === undefined) throw new Error(`The SDK exports no ${type}.`)
  return sdk.checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .filter((property) => {
      const [signature] = sdk.checker.getTypeOfSymbol(property).getCallSignatures()
      return signature && sdk.checker.getReturnTypeOfSignature(signature).getSymbol()?.name === 'Promise'
    })
    .map(({ name }) => name)
}
