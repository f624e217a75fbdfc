import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends a request with this id, or a batch that begins with it, and resolves to the answer with the same id. */
export type AskPipe = (id: number, body: unknown) => Promise<unknown>

/** Connects to a socket on which each answer is a line of JSON. */
export async function connectPipe(path: string): Promise<AskPipe> {
  const socket = await open(path)
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let failure: Error | undefined
  let parts: string[] = []

  const hear = (line: string) => {
    const answer: { id: number } | readonly { id: number }[] = JSON.parse(line)
    const ids = [answer].flat().map(({ id }) => id)
    for (const id of ids) {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    }
  }
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      hear(parts.join('') + line)
      parts = []
    }
    if (last !== '') parts.push(last)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    failure = new Error('anvil has ended.')
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  })

  return (id, body) =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure)
      waiting.set(id, { resolve, reject })
      socket.write(JSON.stringify(body))
    })
}

/** The socket appears a moment after anvil listens. */
async function open(path: string): Promise<Socket> {
  for (let attempt = 1; ; attempt++) {
    const socket = connect(path)
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

const attempts = 200
const pauseMs = 25
