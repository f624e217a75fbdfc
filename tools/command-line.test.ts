import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Command } from '../cli/src/command/Command.js'
import { commands } from '../cli/src/commands.js'
import { renderCommandLine } from './command-line.js'

const page = new URL('../docs/command-line.md', import.meta.url)

test('the page on the command line is what `npm run generate` writes', () => {
  expect(readFileSync(page, 'utf8')).toBe(renderCommandLine(commands))
})

test('a paragraph of the details ends with a sentence, since help and page wrap them by themselves', () => {
  const paragraphs = commands.flatMap(({ details }) => details?.split('\n') ?? [])
  expect(paragraphs.filter((paragraph) => !paragraph.endsWith('.'))).toEqual([])
})

test('a command: what is given, what it costs to run it, examples, result', () => {
  const command: Command = {
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
    load: () => Promise.reject(new Error('Nothing loads.')),
  }
  const rendered = renderCommandLine([command])
  expect(rendered).toContain('[hub send](#hub-send)')
  expect(rendered.slice(rendered.indexOf('## hub send'))).toMatchInlineSnapshot(`
    "## hub send

    \`holdfast hub send <to> [amount]\`

    Pay from the Hub. Signs: takes the options of a wallet, shows what will happen and asks.

    One thing.

    Another.

    | given | what it is |
    | --- | --- |
    | \`<to>\` | whom |
    | \`[amount]\` | USDC |
    | \`--kind <a\\|b>\` | which; else \`a\` |

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
