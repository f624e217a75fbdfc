/**
 * Compiles the devnet's contracts and Permit2 and writes bytecode and ABIs to `src/generated`.
 *
 * Run `npm run generate -w @holdfast/devnet`. The output depends on the sources and compilers alone.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Abi, getContractAddress, type Hex, keccak256 } from 'viem'

const require = createRequire(import.meta.url)
const here = fileURLToPath(new URL('..', import.meta.url))
const target = join(here, 'src/generated')

const permit2InitCodeHash = '0xe2be1e05eedf35dacd66c65c862f8150ff9ab4b6b24b9bbe62be71b6b16cf0f8'

type Output = { abi: Abi; creation: Hex; runtime: Hex }
type Sources = Record<string, { content: string }>

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
generateOwn()
generatePermit2()
generateMulticall3()

function generateOwn() {
  const folder = join(here, 'contracts')
  const sources: Sources = {}
  for (const file of readdirSync(folder).sort())
    if (file.endsWith('.sol')) sources[file] = { content: readFileSync(join(folder, file), 'utf8') }
  const outputs = compile('solc', sources, { evmVersion: 'prague', optimizer: { enabled: true, runs: 1_000 } })
  for (const name of [
    'BridgeMessenger',
    'BridgeMinter',
    'BridgeTransmitter',
    'CallFrom',
    'CallFromDelegate',
    'Eurc',
    'HubMinter',
    'HubWallet',
    'MemoBook',
    'Multicall3From',
    'NativeCoinAuthority',
    'NativeCoinControl',
    'NativeUsdc',
    'SponsorAccountFactory',
    'SponsorEntryPoint',
    'SystemEmitter',
    'Usdc',
  ]) {
    const output = outputs(`${name}.sol`, name)
    write(name, { [`${camel(name)}Abi`]: output.abi, [`${camel(name)}Runtime`]: output.runtime })
  }
  const { abi, creation } = outputs('CounterfeitToken.sol', 'CounterfeitToken')
  write('CounterfeitToken', { counterfeitTokenAbi: abi, counterfeitTokenInitCode: creation })
}

/** Its init code hash and the resulting address are checked before anything is written. */
function generatePermit2() {
  const root = join(dirname(require.resolve('@uniswap/v4-periphery/package.json')), 'lib/permit2')
  const sources: Sources = {}
  const read = (path: string) => {
    if (sources[path] !== undefined) return
    const content = readFileSync(join(root, path), 'utf8')
    sources[path] = { content }
    for (const [, wanted = ''] of content.matchAll(/^import\s[^"']*["']([^"']+)["'];/gm))
      read(wanted.startsWith('.') ? join(dirname(path), wanted) : wanted.replace(/^solmate\//, 'lib/solmate/'))
  }
  read('src/Permit2.sol')
  const output = compile('solc-0.8.17', sources, {
    viaIR: true,
    optimizer: { enabled: true, runs: 1_000_000 },
    metadata: { bytecodeHash: 'none' },
    remappings: ['solmate/=lib/solmate/'],
  })('src/Permit2.sol', 'Permit2')

  const salt = '0x0000000000000000000000000000000000000000d3af2663da51c10215000000'
  expect('Permit2 init code hash', keccak256(output.creation), permit2InitCodeHash)
  const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const address = getContractAddress({ opcode: 'CREATE2', from, salt, bytecode: output.creation })
  expect('Permit2 address', address, '0x000000000022D473030F116dDEE9F6B43aC78BA3')
  write('Permit2', { permit2Abi: output.abi, permit2InitCode: output.creation, permit2Salt: salt })
}

/** viem contains the creation code for its own use; the runtime follows the 32-byte constructor. */
function generateMulticall3() {
  const file = join(dirname(require.resolve('viem/package.json')), '_cjs/constants/contracts.js')
  const { multicall3Bytecode } = require(file) as { multicall3Bytecode: Hex }
  const creator = '608060405234801561001057600080fd5b506115b9806100206000396000f3fe'
  expect('Multicall3 constructor', multicall3Bytecode.slice(2, 66), creator)
  write('Multicall3', { multicall3Runtime: `0x${multicall3Bytecode.slice(66, 66 + 0x15b9 * 2)}` })
}

function compile(compiler: 'solc' | 'solc-0.8.17', sources: Sources, settings: object) {
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      metadata: { bytecodeHash: 'none', ...(compiler === 'solc' && { appendCBOR: false }) },
      ...settings,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const { compile: run } = require(compiler) as { compile: (json: string) => string }
  const result = JSON.parse(run(JSON.stringify(input)))
  const messages: { severity: string; formattedMessage: string }[] = result.errors ?? []
  const problems = messages.filter(({ severity }) => severity === 'error' || compiler === 'solc')
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return (file: string, name: string): Output => {
    const { abi, evm } = result.contracts[file][name]
    return { abi, creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` }
  }
}

function write(name: string, values: Record<string, unknown>) {
  const lines = Object.entries(values).map(([key, value]) =>
    typeof value === 'string'
      ? `/** ${describe(key, name)} */\nexport const ${key} =\n  '${value}' as const\n`
      : `/** ${describe(key, name)} */\nexport const ${key} = [\n${entries(value as Abi)}] as const\n`,
  )
  const header = '// Generated by `npm run generate -w @holdfast/devnet`. Do not edit.\n'
  writeFileSync(join(target, `${name}.ts`), [header, ...lines].join('\n'))
}

function entries(abi: Abi) {
  const slim = (key: string, value: unknown) => (key === 'internalType' ? undefined : value)
  return abi.map((entry) => `  ${JSON.stringify(entry, slim)},\n`).join('')
}

function describe(key: string, name: string) {
  if (key.endsWith('Abi')) return `ABI of \`${name}\`.`
  if (key.endsWith('Runtime')) return `Runtime bytecode of \`${name}\`: placed, never deployed.`
  if (key.endsWith('InitCode')) return `Creation bytecode of \`${name}\`.`
  return `CREATE2 salt of \`${name}\`.`
}

function camel(name: string) {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function expect(what: string, actual: string, expected: string) {
  if (actual !== expected) throw new Error(`${what} is ${actual}, expected ${expected}`)
}
