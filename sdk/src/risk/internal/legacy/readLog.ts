import { readAddress, readHex, readList, readObject } from '../../../chain/explorerApi/fields.js'

/** A raw log, as far as it is of use. */
export type ReadLog = ReturnType<typeof readLog>

export function readLog(value: unknown) {
  const row = readObject(value, 'log')
  const quantity = (value: unknown, what: string) => BigInt(`0x0${readHex(value, what).slice(2)}`)
  const blockNumber = quantity(row.blockNumber, 'blockNumber')
  const logIndex = Number(quantity(row.logIndex, 'logIndex'))
  return {
    address: readAddress(row.address, 'log address'),
    topics: readList(row.topics, 'topics').map((topic) => (topic === null ? null : readHex(topic, 'topic'))),
    data: readHex(row.data, 'data'),
    blockNumber,
    logIndex,
    timestamp: row.timeStamp === undefined ? null : new Date(Number(quantity(row.timeStamp, 'timeStamp')) * 1_000),
    transactionHash: row.transactionHash,
    key: `${blockNumber}:${logIndex}`,
  }
}
