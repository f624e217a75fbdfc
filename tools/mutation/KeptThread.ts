import type { Plugin } from 'vitest/config'
import { type PoolOptions, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node'

/**
 * A worker thread that outlives a run, so that viem is loaded once for all mutants and not once for each. `mutant.setup.ts`
 * has our own modules evaluated again.
 */
class KeptThread extends ThreadsPoolWorker {
  readonly #listeners: [event: string, callback: (arg: unknown) => void][] = []

  override on(event: string, callback: (arg: unknown) => void): void {
    this.#listeners.push([event, callback])
    super.on(event, callback)
  }

  override send(message: WorkerRequest): void {
    if (message.type !== 'stop') super.send(message.type === 'start' ? withNames(message) : message)
    else {
      const stopped = { type: 'stopped', __vitest_worker_response__: true }
      for (const [event, callback] of [...this.#listeners]) if (event === 'message') callback(stopped)
    }
  }

  override async stop(): Promise<void> {
    for (const [event, callback] of this.#listeners.splice(0)) super.off(event, callback)
  }
}

function withNames(message: Extract<WorkerRequest, { type: 'start' }>): WorkerRequest {
  const { config } = message.context
  const testNamePattern = namesOf(config.testNamePattern)
  return { ...message, context: { ...message.context, config: { ...config, testNamePattern } } }
}

/**
 * Names of the tests to run. Vitest writes ` > ` between a `describe` and what is in it, where Stryker's pattern has a space and
 * would leave out each test that is in one. Tests of a server's store are left out: `describeStores` declares the same for the
 * embedded one, which needs no process.
 */
export function namesOf(asked: RegExp | undefined): RegExp {
  return new RegExp(`^(?!.*\\(postgres\\)).*(?:${(asked?.source ?? '').replaceAll(' ', '(?: > | )')})`)
}

/** Makes the runs of one vitest share a thread. */
export const keptThread: Plugin = {
  name: 'kept-thread',
  configureVitest({ project }) {
    let kept: KeptThread | undefined
    const createPoolWorker = (options: PoolOptions) => {
      kept ??= new KeptThread(options)
      return kept
    }
    // Stryker asks for its own pool by an option that outranks the configuration.
    Object.assign(project.config, { pool: 'kept', poolRunner: { name: 'kept', createPoolWorker } })
  },
}
