import { keptIn } from './text/lists'

/**
 * What a process has once. Pages, actions, route handlers and instrumentation are separate bundles
 * with module instances of their own, so it stands on `globalThis`.
 */
export function perProcess<T>(name: string, create: () => T): T {
  const kept = globalThis as { [key: symbol]: unknown }
  const key = Symbol.for(`palimpsest ${name}`)
  kept[key] ??= create()
  return kept[key] as T
}

/** Work that is under way, once for all who ask for it by the same key meanwhile. */
export function together<Key, T>(
  underWay: Map<Key, Promise<T>>,
  key: Key,
  work: () => Promise<T>,
): Promise<T> {
  return keptIn(underWay, key, () => work().finally(() => underWay.delete(key)))
}
