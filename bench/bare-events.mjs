// What a change costs until it is painted, without anything around it: `bare-events.mjs`
// serves a page that shows whatever is posted to it.
import { createServer } from 'node:http'

const listeners = new Set()
const PAGE = `<!doctype html><title>Bare</title><p></p><script>
new EventSource('/events').onmessage = ({ data }) => {
  document.querySelector('p').textContent = data
}</script>`

createServer((request, response) => {
  if (request.method === 'POST') {
    request.setEncoding('utf8').once('data', (text) => {
      for (const listener of listeners) listener.write(`data: ${text}\n\n`)
      response.end()
    })
    return
  }
  request.resume()
  if (request.url !== '/events') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(PAGE)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': \n\n')
  listeners.add(response)
  response.once('close', () => listeners.delete(response))
}).listen(Number(process.env.PORT), '127.0.0.1')
