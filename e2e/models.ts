import { ownPorts } from './ports'

/** Where the application listens that has models. */
export const WITH_MODELS = `http://127.0.0.1:${ownPorts.withModels}`

/** Says what a model does with its requests, in their order: steps of the scripted model server. */
export async function script(model: string, steps: readonly object[]): Promise<void> {
  await control('script', { model, steps })
}

/** Lets an answer of a model go on that holds. */
export async function release(model: string): Promise<void> {
  await control('release', { model })
}

async function control(what: 'script' | 'release', body: object): Promise<void> {
  const url = `http://127.0.0.1:${ownPorts.control}/${what}`
  await fetch(url, { method: 'POST', body: JSON.stringify(body) })
}
