import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startStage } from '../../../test/httpStage.js'

/** Far more than the system buffers. */
const most = 1 << 28

test('a caller that sends on after a refusal gets its answer, and is cut off after a mebibyte', async () => {
  const stage = await startStage({ server: { lingerMs: 600_000 } })
  const { hostname, port } = new URL(stage.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.write('POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
  socket.write(`Content-Length: ${2 ** 40}\r\n\r\n`)
  // The answer comes before the rest of the body.
  await once(socket, 'end')
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('"code":"payload_too_large"')
  const chunk = Buffer.alloc(1 << 16)
  let sent = 0
  const send = () => {
    while (!socket.destroyed && sent < most && socket.write(chunk)) sent += chunk.length
    if (sent < most) socket.once('drain', send)
  }
  send()
  await closed
  expect(sent).toBeLessThan(most)
  await stage.server.close()
})
