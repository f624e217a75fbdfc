import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadAll, type NamedCommand, renderCommandLine, renderDescriptions } from './command-line.js'

const commands = await loadAll()

test.each([
  ['docs/command-line.md', renderCommandLine(commands)],
  ['cli/src/shell/generated/descriptions.ts', renderDescriptions(commands)],
])('%s is what `npm run generate` writes', (file, text) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toBe(text)
})

test('a paragraph of the details ends with a sentence, since help and page wrap them by themselves', () => {
  const paragraphs = commands.flatMap(({ details }) => details?.split('\n') ?? [])
  expect(paragraphs.filter((paragraph) => !paragraph.endsWith('.'))).toEqual([])
})

test('a command: its arguments, its needs, examples, result', () => {
  const command: NamedCommand = {
    path: ['hub', 'send'],
    summary: 'pay from the Hub',
    details: 'One thing.\nAnother.',
    wallet: 'signs',
    positionals: [
      { name: 'to', describes: 'whom' },
      { name: 'amount', describes: 'USDC', isRequired: false },
    ],
    options: [{ flags: '--kind <a|b>', describes: 'which', default: 'a' }],
    examples: [['hub send 0x12 5', 'pays']],
    result: { txHash: 'hash' },
    run: () => Promise.reject(new Error('Nothing runs.')),
  }
  const rendered = renderCommandLine([command])
  expect(rendered).toContain('[hub send](#hub-send)')
  expect(rendered.slice(rendered.indexOf('## hub send'))).toMatchInlineSnapshot(`
    "## hub send

    \`holdfast hub send <to> [amount]\`

    Pay from the Hub. Signs: accepts the wallet options, shows the plan and asks for confirmation.

    One thing.

    Another.

    | given | what it is |
    | --- | --- |
    | \`<to>\` | whom |
    | \`[amount]\` | USDC |
    | \`--kind <a\\|b>\` | which; default \`a\` |

    \`\`\`sh
    # pays
    holdfast hub send 0x12 5
    \`\`\`

    | result | what it is |
    | --- | --- |
    | \`txHash\` | hash |
    "
  `)
})
