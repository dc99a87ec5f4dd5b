// The scanner's thread: scans one change at a time for lib/scan/scanner. Bundled by
// scripts/bundle-scanner.mjs, which resolves TypeScript and the libraries.
import { parentPort } from 'node:worker_threads'
import type { ScanInput } from './finding'
import { scanLines } from './scan-lines'

if (!parentPort) throw new Error('this is a worker thread')
const port = parentPort

// The first scan of a process takes longest: not the one that somebody waits for.
scanLines({ path: '/', lines: [{ number: 1, text: 'A line. https://a.example key +1 secret' }] })

port.on('message', (input: ScanInput) => port.postMessage(scanLines(input)))
port.postMessage('ready')
