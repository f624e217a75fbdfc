import { spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { buildCli } from '../../cli/test/buildCli.js'
import { playAll } from './play.js'
import { hush } from './print.js'
import type { Stage } from './stage.js'

/** A whole tour waits for many blocks, possibly on a busy machine. */
const patience = { timeout: 600_000 }

/** Plays the tour to its end, or until it has printed a text. */
async function runTour(
  environment: Record<string, string>,
  until?: string,
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [await buildCli(), 'tour', '--once', '--json'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      const isThere = output.includes(until ?? '')
      output += String(chunk)
      // Once: a second signal would end it immediately.
      if (!isThere && output.includes(until ?? '')) child.kill('SIGINT')
    })
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, output }
}

test('the whole tour comes out right, in plain text for a pipe', patience, async () => {
  const { status, output } = await runTour({ FORCE_COLOR: '', NO_COLOR: '' })
  expect(output).toContain('All 25 scenes came out right.')
  expect(status).toBe(0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what must not be there.
  expect(output).not.toMatch(/\u001b/)
  const codes = output.match(/([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}/g)
  expect(codes, 'each code is shown once').toHaveLength(3)
  expect(new Set(codes).size).toBe(3)
  expect(output).toMatch(/LOOKALIKE_ADDRESS/)
  expect(output).toMatch(/\^{2,}/)
  expect(output).toMatch(/Behind the guard not one unit left her wallet\.[\s\S]*Without the guard the 10 USDC are gone/)
})

test('NO_COLOR wins over everything', patience, async () => {
  const { status, output } = await runTour({ FORCE_COLOR: '1', NO_COLOR: '1' }, '2. ')
  expect(status).toBe(130)
  expect(output).toContain('✓')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what must not be there.
  expect(output).not.toMatch(/\u001b/)
})

test('a scene that goes wrong is counted, and the others are played', async () => {
  const played: string[] = []
  const scene = (title: string, fails: boolean) => ({
    title,
    play: async () => {
      played.push(title)
      if (fails) throw new Error('Expected one thing, found another.')
    },
  })
  expect(await playAll([scene('a', false), scene('b', true), scene('c', false)], {} as Stage)).toBe(1)
  expect(played).toEqual(['a', 'b', 'c'])
})

test('hushed, it prints nothing', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await playAll([], {} as Stage)
    expect(write).toHaveBeenCalled()
    write.mockClear()
    hush()
    await playAll([], {} as Stage)
    expect(write).not.toHaveBeenCalled()
  } finally {
    write.mockRestore()
  }
})
