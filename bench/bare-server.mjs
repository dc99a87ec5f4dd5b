// What HTTP itself costs: `bare-server.mjs <text>` takes any request and answers the text.
import { createServer } from 'node:http'

const [text] = process.argv.slice(2)
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }

createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers)
  response.end(text)
}).listen(Number(process.env.PORT), '127.0.0.1')
