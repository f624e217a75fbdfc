import { type Abi, type Address, encodeAbiParameters, encodeEventTopics, type Log } from 'viem'

/** A log with the fields of an event, in whatever order the ABI has them. It has emitter, topics and data, and no place on a chain. */
export function logOf(address: Address, abi: Abi, eventName: string, args: Record<string, unknown>): Log {
  const event = abi.find((item) => item.type === 'event' && item.name === eventName)
  if (event?.type !== 'event') throw new Error(`There is no ${eventName}.`)
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args } as Parameters<typeof encodeEventTopics>[0]),
    data: encodeAbiParameters(
      plain,
      plain.map(({ name }) => args[name ?? '']),
    ),
    // Nothing else is read of a log.
  } as unknown as Log
}
