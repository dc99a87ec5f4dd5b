const STATES = Symbol.for('palimpsest.states')

/**
 * This process's only state of that name, created on first use. Pages, routes, actions and
 * instrumentation are separate bundles, each with its own instance of every module; only
 * `globalThis` is shared by all.
 *
 * @param name names the state, unique in the whole application
 */
export function perProcess<State>(name: string, create: () => State): State {
  const states = allStates()
  if (!states.has(name)) states.set(name, create())
  return states.get(name) as State
}

/** Replaces the state of that name: for tests, which bring their own. */
export function replacePerProcess(name: string, state: unknown): void {
  allStates().set(name, state)
}

function allStates(): Map<string, unknown> {
  const shared = globalThis as { [STATES]?: Map<string, unknown> }
  return (shared[STATES] ??= new Map<string, unknown>())
}
