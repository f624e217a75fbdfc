import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Closes the connection after this answer although the caller may still be sending. If it were closed at once, the rest
 * of the body would be answered with a reset, which can destroy the answer before it is read; so the writing half
 * closes first, and incoming bytes are discarded for a moment.
 */
export function closeSlowly(incoming: IncomingMessage, outgoing: ServerResponse, lingerMs = 1000): void {
  outgoing.shouldKeepAlive = false
  const { socket } = incoming
  if (incoming.complete || socket === null) return
  let start = Number.POSITIVE_INFINITY
  // Already now: of a body that nothing reads when its answer ends, Node discards the rest without an event.
  incoming.on('data', () => {
    if (socket.bytesRead - start > maxDiscarded) socket.destroy()
  })
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
    start = socket.bytesRead
  }
}

/** Bytes that are read after the answer, at most. */
const maxDiscarded = 1 << 20
