import type { Address, Hex, RpcLog } from 'viem'
import type { ReadClient } from '../../clients.js'

/** Which logs, whatever the blocks. */
export type LogFilter = {
  address: Address | readonly Address[] | undefined
  /** As in `eth_getLogs`: a list at one place means any of them, `null` means anything. */
  topics: readonly (Hex | readonly Hex[] | null)[]
}

/** Endpoints refuse longer lists of event signatures with an error that names the range. */
const maxSignatures = 8

/** Splits a filter so that none of its parts asks for too many event signatures at once. */
export function splitFilter(filter: LogFilter): LogFilter[] {
  const [signatures, ...rest] = filter.topics
  if (!Array.isArray(signatures) || signatures.length <= maxSignatures) return [filter]
  const parts: LogFilter[] = []
  for (let start = 0; start < signatures.length; start += maxSignatures)
    parts.push({ ...filter, topics: [signatures.slice(start, start + maxSignatures), ...rest] })
  return parts
}

/**
 * Asks once for the logs of a range of blocks and checks that the answer is one.
 *
 * @returns In chain order, each log once.
 * @throws What the transport throws; nothing is retried here.
 */
export async function requestLogs(
  client: Pick<ReadClient, 'request'>,
  filters: readonly LogFilter[],
  fromBlock: number,
  toBlock: number,
  signal: AbortSignal,
): Promise<readonly RpcLog[]> {
  // viem's own retries would repeat a query that is to be split, or hammer an endpoint that asked for a pause.
  const options: { retryCount: number; signal: AbortSignal } = { retryCount: 0, signal }
  const answers: (readonly RpcLog[])[] = []
  for (const { address, topics } of filters) {
    const answer: unknown = await client.request(
      {
        method: 'eth_getLogs',
        params: [
          {
            // viem wants lists that it could change, and changes none.
            ...(address !== undefined && { address: address as Address | Address[] }),
            // As above.
            topics: topics as (Hex | Hex[] | null)[],
            fromBlock: `0x${fromBlock.toString(16)}`,
            toBlock: `0x${toBlock.toString(16)}`,
          },
        ],
      },
      options,
    )
    answers.push(checked(answer, fromBlock, toBlock))
  }
  return inOrder(answers.length === 1 && answers[0] ? answers[0] : answers.flat())
}

/** An answer that cannot be right, as a load balancer or a broken backend gives it. Worth another try. */
class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError'
}

function checked(answer: unknown, fromBlock: number, toBlock: number): readonly RpcLog[] {
  if (!Array.isArray(answer)) throw new MalformedAnswerError('The answer to eth_getLogs is not a list.')
  // Each field that is used is checked.
  for (const log of answer as RpcLog[]) {
    const block = Number(log?.blockNumber ?? Number.NaN)
    if (!(block >= fromBlock && block <= toBlock) || !Array.isArray(log.topics))
      throw new MalformedAnswerError(`The answer holds a log that is not of blocks ${fromBlock} to ${toBlock}.`)
  }
  // As above.
  return answer as RpcLog[]
}

/** Nodes answer in chain order; whatever merges their answers may not, and may repeat itself. */
function inOrder(logs: readonly RpcLog[]): readonly RpcLog[] {
  let lastBlock = -1
  let lastIndex = -1
  for (const log of logs) {
    const block = Number(log.blockNumber)
    const index = Number(log.logIndex)
    if (block < lastBlock || (block === lastBlock && index <= lastIndex)) return sorted(logs)
    lastBlock = block
    lastIndex = index
  }
  return logs
}

function sorted(logs: readonly RpcLog[]): readonly RpcLog[] {
  return [...logs]
    .sort((a, b) => Number(a.blockNumber) - Number(b.blockNumber) || Number(a.logIndex) - Number(b.logIndex))
    .filter(
      (log, index, all) =>
        index === 0 || log.blockNumber !== all[index - 1]?.blockNumber || log.logIndex !== all[index - 1]?.logIndex,
    )
}
