/** Plays the story of the picture: real people at real terminals, the built command line, real transactions on a devnet. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { craftLookalike } from '@holdfast/sdk'
import { actOn } from '../../test/actors.js'
import { codePattern } from '../../test/codePattern.js'
import type { User } from '../../test/createUser.js'
import { type CliStage, startCliStage } from '../../test/startCliStage.js'
import { type Session, startSession } from '../../test/startSession.js'

/** A user's terminal, as it was written to; the claim code is masked. */
export type Recording = { who: string; output: string }

/** Records the terminal of each person in the story, in the order of the story. */
export async function recordStory(): Promise<Recording[]> {
  const stage = await startCliStage()
  try {
    return await play(stage)
  } finally {
    await stage.stop()
  }
}

async function play(stage: CliStage): Promise<Recording[]> {
  const [alice, bob] = await Promise.all([stage.user(), stage.user()])
  const chain = actOn(stage.devnet)
  const impostor = craftLookalike(bob.address)
  await chain.pay(alice, bob.address, 40_000_000n)
  await chain.bait(alice.address, impostor)

  const atAlices = await openShell('alice', alice, stage.bin)
  await atAlices.run('# The last address in my history begins and ends like the one of Bob. Is it real?')
  await atAlices.run(`holdfast check ${impostor}`)
  await atAlices.run('# It is not. To the address from Bob:')
  await atAlices.run(`holdfast send ${bob.address} 25`, async ({ see, answer }) => {
    await see('Go on?')
    answer('y')
  })
  const output = await atAlices.leave()
  const [code = ''] = output.match(codePattern) ?? []

  const atBobs = await openShell('bob', bob, stage.bin)
  await atBobs.run('holdfast claim 1', async ({ see, answer }) => {
    await see('Code of transfer')
    answer(code)
    await see('Go on?')
    answer('y')
  })
  return [
    { who: 'Alice', output: output.replaceAll(codePattern, '····-····-····-····') },
    { who: 'Bob', output: await atBobs.leave() },
  ]
}

/** A user's shell, with `holdfast` on its path. */
async function openShell(name: string, { env, home }: User, bin: string) {
  const folder = join(home, 'bin')
  mkdirSync(folder)
  writeFileSync(join(folder, 'holdfast'), `#!/bin/sh\nexec node '${bin}' "$@"\n`, { mode: 0o755 })
  const prompt = `${name} $ `
  const session = startSession('exec bash --norc --noprofile --noediting -i', {
    cwd: home,
    env: {
      ...env,
      PS1: `\n\u001b[36m${prompt}\u001b[39m`,
      PATH: [folder, dirname(process.execPath), env.PATH].join(delimiter),
    },
  })
  await session.see(prompt)
  return {
    /** Types a line, does what is asked for there, and waits for the next prompt. */
    async run(line: string, converse?: (session: Session) => Promise<void>) {
      session.answer(line)
      await converse?.(session)
      await session.see(`\n${prompt}`)
    },
    /** @returns All that was on the terminal, up to the last prompt. */
    async leave() {
      const output = session.shown()
      session.ctrl('D')
      await session.end()
      return output.slice(0, output.lastIndexOf('\n')).trim()
    },
  }
}
