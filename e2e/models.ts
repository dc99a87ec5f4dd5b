import { ownPorts, WITHOUT_MODELS_PORT } from './ports'

/** The address of the application that has models. */
export const WITH_MODELS = `http://127.0.0.1:${ownPorts.application}`

/** The address of the application that has none; only `sessions.spec.ts` uses it. */
export const WITHOUT_MODELS = `http://127.0.0.1:${WITHOUT_MODELS_PORT}`

/** Scripts a model's next answers, one step of the scripted model server for each request. */
export async function script(model: string, steps: readonly object[]): Promise<void> {
  await control('script', { model, steps })
}

/** Ends the hold of a model's answer. */
export async function release(model: string): Promise<void> {
  await control('release', { model })
}

async function control(what: 'script' | 'release', body: object): Promise<void> {
  const url = `http://127.0.0.1:${ownPorts.control}/${what}`
  await fetch(url, { method: 'POST', body: JSON.stringify(body) })
}
