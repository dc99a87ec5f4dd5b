import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ScriptedStep, startModelServer } from '@/tests/support/scripted-model-server'

/** A step as sent over HTTP, where a hold cannot be a promise: it lasts until `POST /release`. */
type WireStep = Exclude<ScriptedStep, { until: Promise<void> }> | { parts: []; holdAfter: number }

interface Order {
  model: string
  steps?: WireStep[]
}

/**
 * Serves the scripted models for the browser tests: `POST /script` on the control port says how a
 * model answers, `POST /release` ends a hold.
 */
export async function serveModels(ports: { models: number; control: number }): Promise<void> {
  const server = await startModelServer(ports.models)
  const releases = new Map<string, () => void>()
  const stepOf = (model: string, step: WireStep): ScriptedStep => {
    if (!('holdAfter' in step)) return step
    const until = new Promise<void>((resolve) => releases.set(model, resolve))
    return { ...step, until }
  }
  const execute = (url: string, { model, steps = [] }: Order): void => {
    if (url === '/release') return releases.get(model)?.()
    server.script(
      model,
      steps.map((step) => stepOf(model, step)),
    )
  }
  createServer((request, response) => {
    void text(request)
      .then((body) => execute(request.url ?? '/', JSON.parse(body) as Order))
      .then(() => response.end())
  }).listen(ports.control, '127.0.0.1')
}
