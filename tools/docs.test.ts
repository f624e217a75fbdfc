import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  COSIGN_VETOES,
  COSIGNER_FAULTS,
  type CosignAuthScope,
  cosignAuthMessage,
  STEALTH_KEY_MESSAGE,
} from '@holdfast/sdk'
import { build } from 'esbuild'
import * as viem from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileExamples, type Example, readDocExamples, readFences } from './examples.js'
import { readPackages, readSources } from './imports.js'
import { findBrokenLinks, listMarkdown, readAnchors } from './links.js'
import { readSurfaces } from './surface.js'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const prelude = 'docs/prelude.d.ts'
const pages = listMarkdown(root)
const fences = pages.flatMap((page) => readFences(page, readFileSync(`${root}/${page}`, 'utf8')))
/** Guides show their imports; the reference and the changelog quote doc comments and single calls. */
const isGuide = ({ file }: Pick<Example, 'file'>) => !/^docs\/reference\/|^\.changeset\/|CHANGELOG\.md$/.test(file)

describe('documentation', () => {
  test('every example in the guides and in doc comments compiles', () => {
    const sources = [...readSources(root, ['contracts/src', 'sdk/src', 'guard/src', 'react/src', 'devnet/src'])]
    const inComments = sources.flatMap(([file, text]) => readDocExamples(file, text))
    const shown = fences.map((fence) => ({ ...fence, isComplete: isGuide(fence) }))
    expect(compileExamples(root, [...shown, ...inComments], publicNames(), prelude)).toEqual([])
  })

  describe('programs', () => {
    const programs = fences.filter(({ runs }) => runs)
    let folder: string
    beforeAll(async () => {
      folder = await buildPrograms(programs.map(({ code }) => code))
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    test.each(programs.map(({ file, line }, place) => [`${file}:${line}`, place] as const))(
      '%s runs',
      (_, place) => {
        const { status, output } = runProgram(`${folder}/${place}.mjs`)
        expect(output).not.toBe('')
        expect(status, output).toBe(0)
      },
      180_000,
    )
  })

  test.each(['Circle', 'CCTP', 'Gateway', 'Arc testnet', 'faucet'])(
    'the README names %s, which people know',
    (name) => {
      expect(readFileSync(`${root}/README.md`, 'utf8')).toContain(name)
    },
  )

  test('the README begins with what Holdfast is', () => {
    const [, sentence = ''] = /^# Holdfast\n\n(.*?)\n\n/s.exec(readFileSync(`${root}/README.md`, 'utf8')) ?? []
    expect(sentence.replaceAll('\n', ' ')).toBe(
      'Holdfast is a TypeScript SDK, web app, CLI and HTTP service that blocks USDC payments to look-alike addresses, holds funds in escrow until the recipient enters a claim code, and refunds the sender if nobody claims.',
    )
  })

  test.each(
    pages.filter(
      (page) => /^(?:README|SECURITY|docs\/[^/]+|\w+\/README)\.md$/.test(page) && page !== 'docs/glossary.md',
    ),
  )('%s links to the glossary in its first paragraphs', (page) => {
    const [start = ''] = readFileSync(`${root}/${page}`, 'utf8').split(/^## /m)
    expect(start).toMatch(/\]\([\w./]*glossary\.md[)#]/)
  })

  test.each(pages.filter((page) => isGuide({ file: page }) && /(?:^|\/)README\.md$|^docs\/[^/]+\.md$/.test(page)))(
    '%s begins with what it is for: a sentence, and not a table, commands or another heading',
    (page) => {
      const [heading, first] = readFileSync(`${root}/${page}`, 'utf8')
        .replace(/<!--.*?-->/gs, '')
        .split('\n')
        .filter((line) => line !== '')
      expect(heading).toMatch(/^# /)
      expect(first).toMatch(/^(?!```|~~~)[^|#<!>-]/)
    },
  )

  test.each(pages)('every local link of %s has a target', (page) => {
    expect(findBrokenLinks(root, page, readFileSync(`${root}/${page}`, 'utf8'))).toEqual([])
  })
})

describe('numbers', () => {
  const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

  test('the wire formats quote no value that is not a vector', () => {
    const vectors = [
      'contracts/vectors/protected-transfer.json',
      'contracts/vectors/shield.json',
      'sdk/src/requests/vectors.json',
      'sdk/src/stealth/vectors.json',
      'sdk/src/words/vectors.json',
      // Constants that are pinned in their own tests.
      ...['deriveStealthKeys', 'newStealthOwner', 'stealthMetadata'].map((name) => `sdk/src/stealth/${name}.test.ts`),
      'sdk/src/stealth/stealthMetadata.ts',
      'sdk/src/words/addressWords.test.ts',
      'sdk/src/wire/cosignAuthMessage.test.ts',
    ]
      .map(read)
      .join()
      .toLowerCase()
    const quoted = read('docs/wire-formats.md').match(/0x[0-9a-fA-F]{40,}/g) ?? []
    expect(quoted.length).toBeGreaterThan(10)
    expect(quoted.filter((value) => !vectors.includes(value.toLowerCase()))).toEqual([])
  })

  test('the wire formats quote the texts that are signed', () => {
    const proof = {
      account: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      payer: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    } as const
    const write = (scope: CosignAuthScope) =>
      cosignAuthMessage('0x52908400098527886E0F7030069857D2E4169EE7', 1_790_000_000_000, { ...proof, ...scope })
    const texts = [
      STEALTH_KEY_MESSAGE,
      write({ amount: 5_000_000n, action: 0 }),
      write({ action: 1, until: 1_800_000_000 }),
    ]
    for (const text of texts) expect(read('docs/wire-formats.md')).toContain(`\`\`\`text\n${text}\n\`\`\``)
  })

  test('the guide explains every reason to withhold a co-signature', () => {
    const section =
      read('docs/shield.md')
        .split(/^#+ /m)
        .find((text) => text.startsWith('Vetoes')) ?? ''
    const explained = Array.from(section.matchAll(/^\| `(\w+)` \|/gm), ([, code]) => code)
    expect(explained.toSorted()).toEqual([...Object.keys(COSIGN_VETOES), ...Object.keys(COSIGNER_FAULTS)].toSorted())
  })

  test('the README of the SDK has every entry point, and correct sizes, as has the first guide', () => {
    const { exports } = JSON.parse(read('sdk/package.json'))
    const entries = Object.keys(exports).filter((path) => path !== './package.json')
    const [, table = ''] = /^\| for \| `@holdfast\/sdk\/…` \|\n(.*?)\n\n/ms.exec(read('sdk/README.md')) ?? []
    // A cell is a list as `one`: what it holds; `two`, `three`: what both hold.
    const listed = Array.from(table.matchAll(/(?:[|;] |, )\[?`([\w/]+)`/g), ([, entry]) => entry)
    expect(listed.toSorted()).toEqual(entries.flatMap((path) => (path === '.' ? [] : path.slice(2))).toSorted())
    const sizes = JSON.parse(read('tools/size-snapshot.json'))
    for (const [name, limit] of [
      ['generateClaimCode from @holdfast/sdk', 1],
      ['evaluateRisk from @holdfast/sdk', 8],
      ['* from @holdfast/sdk/transfer', 59],
    ] as const) {
      expect(read('sdk/README.md')).toContain(`less than ${limit} kB`)
      expect(sizes[name]).toBeLessThan(1_000 * limit)
    }
    expect(read('docs/getting-started.md')).toContain('is [less than 59 kB](../tools/size-snapshot.json)')
  })

  test('SECURITY states what the gas snapshot measures', () => {
    const gas = JSON.parse(read('contracts/gas-snapshot.json'))
    const rows = [
      ['five wrong claims, by a contract in batches of 99', gas['five wrong claims, one of 99 by a contract']],
      ['five wrong claims, by hand', 4 * gas['claim, wrong code'] + gas['claim, fifth wrong code']],
      ['`rekey`, each time', gas.rekey],
      ['`cancel`, once', gas.cancel],
    ] as const
    for (const [what, units] of rows) {
      const price = ((units * 20) / 1e9).toFixed(6)
      expect(read('SECURITY.md')).toContain(`| ${what} | ${units.toLocaleString('en')} | ${price} USDC |`)
    }
  })
})

describe('readFences', () => {
  test('behavior: takes what is marked `ts`, with the line of its first row', () => {
    const text = [
      '# a',
      '```ts',
      'one()',
      '```',
      '```sh',
      'npm start',
      '```',
      '```ts run',
      'two()',
      'three()',
      '```',
    ].join('\n')
    expect(readFences('a.md', text)).toEqual([
      { file: 'a.md', line: 3, code: 'one()', runs: false, neighbours: [] },
      { file: 'a.md', line: 9, code: 'two()\nthree()', runs: true, neighbours: [] },
    ])
  })

  test('error: a fence that is never closed', () => {
    expect(() => readFences('a.md', '\n```ts\none()')).toThrow('a.md:2 opens a fence that nothing closes')
  })
})

describe('readDocExamples', () => {
  test('behavior: takes each example up to the next tag or the end, fenced or not', () => {
    const text = [
      '/**',
      ' * Does it.',
      ' *',
      ' * @example',
      ' * one()',
      ' *',
      ' * two()',
      ' * @returns Nothing.',
      ' * @example Fenced',
      ' * ```ts',
      ' * three()',
      ' * ```',
      ' */',
      'export function doIt(): void {}',
    ].join('\n')
    expect(readDocExamples('a.ts', text)).toEqual([
      { file: 'a.ts', line: 5, code: 'one()\n\ntwo()', runs: false, neighbours: ['doIt'] },
      { file: 'a.ts', line: 10, code: 'three()', runs: false, neighbours: ['doIt'] },
    ])
  })
})

describe('compileExamples', () => {
  const modules = new Map([['viem', ['parseUnits', 'formatUnits']]])
  const compile = (...codes: string[]) =>
    compileExamples(
      root,
      codes.map((code): Example => ({ file: 'a.md', line: 10, code, runs: false, neighbours: [] })),
      modules,
      'tools/fixtures/surface.ts',
    )

  test('default: imports what an example names, and leaves a complete one alone', () => {
    expect(compile("const formatUnits = parseUnits('1', 6)", "import { size } from 'viem'\nsize('0x12')")).toEqual([])
  })

  test('error: a complete example that leaves out an import', () => {
    const example: Example = {
      file: 'a.md',
      line: 10,
      code: "parseUnits('1', 6)",
      runs: false,
      neighbours: [],
      isComplete: true,
    }
    expect(compileExamples(root, [example], modules, 'tools/fixtures/surface.ts')).toEqual([
      expect.stringMatching(/^a\.md:10 Cannot find name 'parseUnits'/),
    ])
  })

  test('error: names the row of the mistake', () => {
    expect(compile('const a = 1\nmisspelled(a)', "import { size } from 'viem'\nsize(12)")).toEqual([
      "a.md:11 Cannot find name 'misspelled'.",
      expect.stringMatching(/^a\.md:11 Argument of type '12' is not assignable/),
    ])
  })
})

describe('links', () => {
  test('error: a file or a heading that is not there', () => {
    const text =
      '[a](README.md) [b](gone.md) [c](#gone) [d](https://example.com/x) [e](../outside.md)\n```\n[f](no.md)\n```'
    expect(findBrokenLinks(root, 'CONTRIBUTING.md', text)).toEqual([
      'CONTRIBUTING.md links to gone.md, which is not there',
      'CONTRIBUTING.md links to #gone, which has no such heading',
      'CONTRIBUTING.md links to ../outside.md, which is not there',
    ])
  })

  test('behavior: makes the anchors that code hosts make', () => {
    expect(readAnchors('# What `claim` costs, today\n```\n# no heading\n```\n## Two')).toEqual([
      'what-claim-costs-today',
      'two',
    ])
  })
})

/** What an example may name without importing it: the packages' public names, the SDK's first, then viem's. */
function publicNames(): Map<string, readonly string[]> {
  const rank = (name: string) =>
    ['@holdfast/sdk', '@holdfast/contracts', '@holdfast/devnet', '@holdfast/guard', '@holdfast/react'].indexOf(name)
  const packages = readPackages(root).toSorted((a, b) => rank(a.name) - rank(b.name))
  const mains = packages.flatMap(({ name, folder }) => {
    const entry = `${folder}/src/index.ts`
    return existsSync(`${root}/${entry}`) ? [{ name, entry }] : []
  })
  const surfaces = readSurfaces(
    root,
    mains.map(({ entry }) => entry),
  )
  const ours = mains.map(
    ({ name, entry }) => [name, (surfaces.get(entry) ?? []).map((exported) => exported.name)] as const,
  )
  return new Map<string, readonly string[]>([...ours, ['viem', [...Object.keys(viem), 'Hash']]])
}

/** Builds programs with the sources that they use, in a folder from which the packages of others resolve. */
async function buildPrograms(codes: readonly string[]): Promise<string> {
  mkdirSync(`${root}/node_modules/.cache`, { recursive: true })
  const folder = mkdtempSync(`${root}/node_modules/.cache/example-`)
  const entryPoints = codes.map((code, place) => {
    writeFileSync(`${folder}/${place}.mts`, code)
    return `${folder}/${place}.mts`
  })
  await build({
    entryPoints,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What several programs use is built once.
    splitting: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@holdfast/source'],
    logLevel: 'error',
    plugins: [
      {
        name: 'others stay outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@holdfast/') ? undefined : { path, external: true },
          ),
      },
    ],
  })
  return folder
}

function runProgram(file: string): { status: number | null; output: string } {
  const run = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    // A devnet and a few transactions, on a machine that may be busy.
    timeout: 150_000,
  })
  return { status: run.status, output: run.stdout + run.stderr }
}
