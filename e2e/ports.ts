import path from 'node:path'

/** Browsers that test in parallel, each with its own servers and data folder. */
export const WORKERS = Number(process.env.E2E_WORKERS ?? 3)

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3197)
const PORTS_PER_WORKER = 10

/** The ports of a worker's servers. */
export function portsOf(worker: number) {
  const first = FIRST_PORT + worker * PORTS_PER_WORKER
  return {
    application: first,
    models: first + 1,
    control: first + 2,
    toBeStopped: first + 3,
  }
}

/** The application without any model: for one test file, so that no two workers use it at a time. */
export const WITHOUT_MODELS_PORT = FIRST_PORT + WORKERS * PORTS_PER_WORKER

/** Answers once every server does. */
export const READY_PORT = WITHOUT_MODELS_PORT + 1

/** Returns the folder in which the agents of an application's machine keep their memories. */
export const agentsFolder = (port: number) =>
  path.join(process.env.E2E_DATA_DIR ?? '', `agents-${port}`)

/** The ports of the worker that this runs in. */
export const ownPorts = portsOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
