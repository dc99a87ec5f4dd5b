// The scripted model server for the browser tests, as a process of its own: `POST /script` on the
// control port says what a model does with its requests, `POST /release` lets those go on that hold.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ScriptedStep, startModelServer } from '@/tests/support/scripted-model-server'

const [modelPort = '0', controlPort = '0'] = process.argv.slice(2)
const server = await startModelServer(Number(modelPort))
const releases = new Map<string, () => void>()

/** As it comes over the wire: a step that holds does so until it is released. */
type WireStep = Exclude<ScriptedStep, { until: Promise<void> }> | { parts: []; holdAfter: number }

createServer((request, response) => {
  void text(request)
    .then((body) => execute(request.url ?? '/', body))
    .then((answer) => response.end(answer))
}).listen(Number(controlPort), '127.0.0.1')

function execute(url: string, body: string): string {
  if (url === '/ready') return 'ready'
  const { model, steps = [] } = JSON.parse(body) as { model: string; steps?: WireStep[] }
  if (url === '/script')
    server.script(
      model,
      steps.map((step) => stepOf(model, step)),
    )
  if (url === '/release') releases.get(model)?.()
  return JSON.stringify(server.requests(model))
}

function stepOf(model: string, step: WireStep): ScriptedStep {
  if (!('holdAfter' in step)) return step
  const until = new Promise<void>((resolve) => releases.set(model, resolve))
  return { ...step, until }
}
