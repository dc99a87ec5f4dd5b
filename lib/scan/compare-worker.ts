// The thread that compares large texts for lib/scan/line-pairs. Bundled by scripts/bundle-scanner.mjs.
import { parentPort } from 'node:worker_threads'
import { packedPairs, type TextPair } from './packed-pairs'

if (!parentPort) throw new Error('this is a worker thread')
const port = parentPort

port.on('message', (texts: TextPair) => {
  const packed = packedPairs(texts)
  port.postMessage(packed, [packed.buffer])
})
port.postMessage('ready')
