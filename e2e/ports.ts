/** Browsers that test in parallel, each with its own servers and data folder. */
export const WORKERS = Number(process.env.E2E_WORKERS ?? 2)

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3197)
const PORTS_A_WORKER = 10

/** The ports of a worker's servers. */
export function portsOf(worker: number) {
  const first = FIRST_PORT + worker * PORTS_A_WORKER
  return {
    application: first,
    withModels: first + 1,
    models: first + 2,
    control: first + 3,
    toBeStopped: first + 4,
  }
}

/** Answers once the servers of all workers do. */
export const READY_PORT = FIRST_PORT + WORKERS * PORTS_A_WORKER

/** The ports of the worker that this runs in. */
export const ownPorts = portsOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
