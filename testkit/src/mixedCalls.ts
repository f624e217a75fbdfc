import { Agent, request } from 'node:http'

/** One element of a message: what it asks, and what the answer must be. */
type Asked = { id: number; method: string; params: readonly unknown[]; expects: 'result' | 'refusal' }

/** What became of a run. */
export type MixedCalls = {
  /** Elements sent. */
  calls: number
  results: number
  refusals: number
  /** Answers that say that the node failed or limits its rate. */
  failures: number
  /** The numbers of the calls that are to be refused: none of them may reach the node. */
  refusedMarks: readonly number[]
  /** The numbers of the calls that were answered with a result: the node must have each. */
  resultMarks: readonly number[]
  /** Anything lost, doubled, out of order, answered to another request, or by another answer than the right one: a sentence each. */
  problems: readonly string[]
}

/**
 * Sends many JSON-RPC calls of every kind, single and in batches, over some connections, and looks at each answer: the node must have
 * put the mark of the request into its result. A call that is to be refused has no other right answer, whatever the node does.
 *
 * @param options - `refused` makes a call that is to be refused; `passed` one that is judged and to be forwarded.
 */
export async function mixedCalls(
  url: string,
  { calls, connections, random, refused, passed, onProgress }: mixedCalls.Options,
): Promise<MixedCalls> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const tally = { calls: 0, results: 0, refusals: 0, failures: 0 }
  const [problems, refusedMarks, resultMarks]: [string[], number[], number[]] = [[], [], []]
  let next = 1

  function make(): Asked {
    const id = next++
    const dice = random()
    if (dice < 0.04) return { id, ...refused(id), expects: 'refusal' }
    if (dice < 0.08) return { id, ...passed(id), expects: 'result' }
    return {
      id,
      method: 'eth_getBalance',
      params: [`0x${id.toString(16).padStart(40, '0')}`, 'latest'],
      expects: 'result',
    }
  }

  async function work(): Promise<void> {
    while (tally.calls < calls) {
      const isBatch = random() < 0.2
      const asked = Array.from({ length: isBatch ? 1 + Math.floor(random() * 8) : 1 }, make)
      tally.calls += asked.length
      const messages = asked.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
      const answer = await post(url, agent, JSON.stringify(isBatch ? messages : messages[0]))
      const list = isBatch ? answer : [answer]
      if (!Array.isArray(list) || list.length !== asked.length) {
        problems.push(`${asked.length} calls, answered with ${JSON.stringify(answer).slice(0, 200)}`)
        continue
      }
      for (const [index, one] of asked.entries()) look(one, list[index] as Answer)
      if (tally.calls % 1_000 < asked.length) await onProgress?.(tally.calls)
    }
  }

  function look({ id, method, expects }: Asked, { id: answered, result, error }: Answer): void {
    if (answered !== id) return void problems.push(`call ${id} was answered as ${answered}`)
    if (expects === 'refusal') refusedMarks.push(id)
    if (error?.code === 3) {
      tally.refusals++
      if (expects !== 'refusal') problems.push(`${method} ${id} was refused: ${error.message}`)
      return
    }
    if (expects === 'refusal') problems.push(`${method} ${id} was not refused, but answered ${error?.code ?? result}`)
    if (error) {
      tally.failures++
      if (!nodeFailures.has(error.code)) problems.push(`${method} ${id} failed with ${error.code}: ${error.message}`)
    } else {
      tally.results++
      resultMarks.push(id)
      if (result !== `0x${id.toString(16)}`) problems.push(`${method} ${id} has the result ${result}`)
    }
  }

  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return { ...tally, problems, refusedMarks, resultMarks }
}

/** Of a node that fails, and of one that limits its rate. */
const nodeFailures: ReadonlySet<number> = new Set([-32603, -32005])

export declare namespace mixedCalls {
  type Options = {
    calls: number
    connections: number
    /** Between 0 and 1. */
    random: () => number
    refused: (mark: number) => Pick<Asked, 'method' | 'params'>
    passed: (mark: number) => Pick<Asked, 'method' | 'params'>
    onProgress?: ((calls: number) => Promise<void> | void) | undefined
  }
}

type Answer = { id: number; result?: string; error?: { code: number; message: string } }

function post(url: string, agent: Agent, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      },
    )
    sent.on('error', reject).end(body)
  })
}
