const STATES = Symbol.for('palimpsest.states')

/**
 * The state of that name, of which a process has one, created at first use. Pages, routes, actions
 * and instrumentation are separate bundles, each with its own instance of every module: only
 * `globalThis` is shared by all.
 *
 * @param name says what it is, once in the whole application
 */
export function perProcess<State>(name: string, create: () => State): State {
  const states = allStates()
  if (!states.has(name)) states.set(name, create())
  return states.get(name) as State
}

/** Puts another state in place of the one of that name: for tests, which bring their own. */
export function replacePerProcess(name: string, state: unknown): void {
  allStates().set(name, state)
}

function allStates(): Map<string, unknown> {
  const shared = globalThis as { [STATES]?: Map<string, unknown> }
  return (shared[STATES] ??= new Map<string, unknown>())
}
