// What HTTP itself costs: `bare-server.mjs <port> <text>` takes any request and answers the text.
import { createServer } from 'node:http'

const [port, text] = process.argv.slice(2)
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }

createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers)
  response.end(text)
}).listen(Number(port), '127.0.0.1')
