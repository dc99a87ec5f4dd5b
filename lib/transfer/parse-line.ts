import { Worker } from 'node:worker_threads'
import { SourceError } from './source'

/** Longer lines are parsed in a worker thread: they would block the serving thread for too long. */
const LONG_LINE_BYTES = 1024 * 1024

/**
 * Values in a long line, nested ones included: receiving them from the worker costs by their
 * number.
 */
const MAX_VALUES = 500_000

/** Removes a byte-order mark. */
const exactUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The value of a line of JSON; undefined for an empty one. Throws `SourceError`, and the signal's
 * reason.
 */
export async function parseLine(
  bytes: Buffer,
  number: number,
  signal: AbortSignal,
): Promise<unknown> {
  if (bytes.length > LONG_LINE_BYTES) return parsedInThread(bytes, number, signal)
  let text: string
  try {
    text = exactUtf8.decode(bytes)
  } catch {
    throw complaint(number, 'utf8')
  }
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw complaint(number, 'json')
  }
}

type Complaint = 'utf8' | 'json' | 'values'

function complaint(line: number, about: Complaint): SourceError {
  if (about === 'values') {
    return new SourceError({ code: 'line_too_many_values', line, maximum: MAX_VALUES })
  }
  return new SourceError({ code: about === 'utf8' ? 'line_not_utf8' : 'line_not_json', line })
}

/** The worker's whole program, inline so that the built server needs no extra file. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
let text = null
try { text = new TextDecoder('utf-8', { fatal: true }).decode(workerData) } catch {}
let answer = { problem: 'utf8' }
if (text !== null) {
  let values = 0
  const counted = (_, value) => {
    if (++values > ${MAX_VALUES}) throw new RangeError('values')
    return value
  }
  try {
    answer = { value: JSON.parse(text, counted) }
  } catch (error) {
    answer = { problem: error instanceof RangeError ? 'values' : 'json' }
  }
}
parentPort.postMessage(answer)
`

type Answer = { value: unknown } | { problem: Complaint }

async function parsedInThread(
  bytes: Buffer,
  number: number,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted()
  const own = new Uint8Array(bytes)
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: own,
    transferList: [own.buffer],
    env: {},
    execArgv: [],
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.once('message', (message: Answer) => resolve(message))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('a line’s thread ended without an answer')))
    })
    if ('value' in answer) return answer.value
    throw complaint(number, answer.problem)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
