// Listeners in a process of their own: `listen.mjs <address of the events> <how many>`. Says
// 'listening' once all of them are; told anything, says how long events took to arrive and ends.
import { Agent, request } from 'node:http'

const [address, count] = [process.argv[2], Number(process.argv[3])]

/** The writer puts the time of its call into the path. */
const WRITTEN_AT = /"path":"\/w\/([\d.]+)-/

const now = () => performance.timeOrigin + performance.now()
const agent = new Agent({ maxSockets: Infinity })
/** Milliseconds from the call that wrote the first event of a chunk. */
const delays = []
let events = 0
let connected = 0

for (let listener = 0; listener < count; listener++) {
  const asking = request(address, { agent }, (response) => {
    response.once('data', () => {
      if (++connected === count) process.send('listening')
    })
    response.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      for (let at = text.indexOf('\nevent: '); at !== -1; at = text.indexOf('\nevent: ', at + 1)) {
        events++
      }
      const [, writtenAt] = WRITTEN_AT.exec(text) ?? []
      if (writtenAt !== undefined) delays.push(now() - Number(writtenAt))
    })
  })
  asking.end()
}

/**
 * Longest wait for what was written last, which is still on its way; lost ones are not waited for.
 */
const MAX_WAIT_MS = 2_000

process.once('message', ({ expected }) => {
  const end = now() + MAX_WAIT_MS
  const timer = setInterval(() => {
    if (events < expected && now() < end) return
    clearInterval(timer)
    process.send({ delays, events }, () => process.exit(0))
  }, 1)
})
