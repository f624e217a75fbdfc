import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from './child.js'

/**
 * Starts the built program in its shipped configuration: every check is active, the store and the log are files of a
 * directory. Only numeric limits differ, except that of investigations, which a flood must reach.
 *
 * @returns When it is ready, as reported to its operator.
 */
export async function startProgram(settings: ProgramSettings): Promise<Program> {
  const { directory, chainUrl, cosigner, relayer, startBlock } = settings
  await mkdir(directory, { recursive: true })
  const logPath = join(directory, 'log')
  const log = await open(logPath, 'w')
  const startedAt = performance.now()
  const child = startChild(new URL('../../service/dist/main.js', import.meta.url), [], {
    // The flag of its first line, of the unit and of the image.
    execArgv: ['--max-semi-space-size=4'],
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
    env: {
      DATA_DIR: directory,
      PORT: '0',
      ADMIN_PORT: '0',
      COSIGNER_PK: cosigner,
      RELAYER_PK: relayer,
      RPC_URLS_5042002: chainUrl,
      EXPLORER_API_5042002: `${chainUrl}/api/v2`,
      DEPLOY_BLOCKS_5042002: `transfer:${startBlock},spendPolicyFactory:${startBlock},stealthAnnouncer:${startBlock}`,
      ...Object.fromEntries(['READS', 'HEALTH', 'COSIGN', 'SIGNED'].map((name) => [`${name}_PER_MINUTE`, unlimited])),
    },
  })
  await log.close()
  const place = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(await readFile(logPath, 'utf8'))?.[1]
      if (found !== undefined) return `http://${found}`
      if (!child.isRunning()) throw new Error('The program does not start.')
      await sleep(5)
    }
  }
  const url = await place(/"url":"([^"]+)"[^\n]+"msg":"the service is listening"/)
  const adminUrl = await place(/"url":"([^"]+)"[^\n]+"msg":"the operator listener is open"/)
  while (!(await fetch(`${adminUrl}/readyz`)).ok) await sleep(5)
  const readyMs = performance.now() - startedAt
  const lagMs = async () =>
    ((await (await fetch(`${adminUrl}/livez`)).json()) as { eventLoopLagMs: number }).eventLoopLagMs
  return { ...child, url, readyMs, lagMs }
}

export type ProgramSettings = {
  directory: string
  chainUrl: string
  /** Of the announcer and the other contracts. */
  startBlock: number
  cosigner: string
  relayer: string
}

export type Program = Child & {
  url: string
  /** From the start of the process until it first reported ready. */
  readyMs: number
  /** Longest delay of its event loop in the last two seconds. */
  lagMs: () => Promise<number>
}

const unlimited = '1000000000'
